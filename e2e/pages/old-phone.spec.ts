import type { Page } from '@playwright/test'
import { chromiumFlags } from '../../scripts/check/find-tools.mjs'
import config from '../playwright.config.ts'
import { approvePush, expectRecords } from '../sandbox.ts'
import { expectSuccess, payByMoney } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

// A phone with 1 GB leaves these megabytes to the scripts of one tab.
const heap = '--js-flags=--max-old-space-size=32'

test.use({ launchOptions: { ...config.use?.launchOptions, args: [...chromiumFlags, heap] } })

/** Slows the processor to that of a phone of 2019, beside a computer of today. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
}

test.describe('on a phone of 2019', () => {
  test('airtime is bought by mobile money', { tag: '@verify' }, async ({ page, line }) => {
    await slowDown(page)
    await orderAirtime(page, line, 630)
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [630], delivered: [630] })
  })

  test('the map opens, and the page beside it says the same in text', { tag: '@verify' }, async ({ page }) => {
    await slowDown(page)
    await page.goto('/openNetworks?q=Zomba')
    await expect(page.getByRole('main')).toContainText('4G')
    await page.locator('.map').scrollIntoViewIfNeeded()
    await expect(page.getByRole('application')).toBeVisible()
  })
})
