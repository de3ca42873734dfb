import type { Page } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { approvePush, expectPrompts, expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import { chooseMethod, expectSuccess, payButton, payByCard, payByMoney } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const notice = (page: Page) => page.getByText(/^You began to pay MWK.\d+ for this/)

test.describe('a payment with an unknown result', () => {
  test('is checked before the same is paid again in the same tab', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 610)
    await payByMoney(page)
    const earlier = page.url()

    await orderAirtime(page, line, 610)
    await expect(notice(page)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Check it' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your phone')
    expect(new URL(page.url()).searchParams.get('id')).toBe(new URL(earlier).searchParams.get('id'))

    await approvePush(line)
    await expectSuccess(page)
    await orderAirtime(page, line, 610)
    await expect(payButton(page)).toBeVisible()
    await expect(notice(page)).toBeHidden()
    await expectRecords(line, { taken: [610], delivered: [610] })
  })

  test('is not mentioned to another order', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 620)
    await payByMoney(page)
    await orderAirtime(page, line, 630)
    await expect(payButton(page)).toBeVisible()
    await expect(notice(page)).toBeHidden()
  })

  test('is not shown to a stranger, and blocks no other payment', { tag: '@verify' }, async ({
    page,
    line,
    browser,
  }) => {
    const stranger = await browser.newPage({ baseURL: portalUrl })
    await orderAirtime(page, line, 640)
    await payByMoney(page)
    await expectPrompts(line, 1)

    await orderAirtime(stranger, line, 640)
    await expect(payButton(stranger)).toBeVisible()
    await expect(notice(stranger)).toBeHidden()
    await chooseMethod(stranger, 'Card with DPO Pay')
    await payByCard(stranger)
    await payAtGateway(stranger)
    await expectSuccess(stranger)
    await stranger.close()
  })
})
