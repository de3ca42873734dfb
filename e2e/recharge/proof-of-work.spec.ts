import type { Page } from '@playwright/test'
import { giveAirtime, readSentCode } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { codeField, orderBundle, orderBundleByPress } from '../steps/code.ts'
import { expect, test } from '../visitor.ts'

async function askForCode(page: Page, line: string): Promise<void> {
  await page.getByRole('link', { name: 'Airtime' }).click()
  await page.getByRole('textbox', { name: 'Nyanja number that pays' }).fill(line)
  await page.getByRole('textbox', { name: 'Email' }).fill('thoko@example.com')
  await page.getByRole('button', { name: 'Send me a code' }).click()
}

test.describe('a number with many unused codes', () => {
  test.beforeEach(async ({ line, operator }) => {
    await giveAirtime(line, 5000)
    operator.rememberUnansweredCodes(line, 5)
  })

  test('costs the next visitor a moment of the browser, and no limit of his own', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await orderBundle(page, line)
    await askForCode(page, line)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
    await readSentCode(line)
    expect(addresses.some((address) => address.includes('/payment/start/wait'))).toBe(true)
    expect(addresses.join(' ')).not.toContain(line)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('costs the visitor a short wait', { tag: '@verify' }, async ({ page, line }) => {
      await orderBundleByPress(page, line)
      await askForCode(page, line)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment, please')
      await expect(page.getByText(/Please wait \d+ seconds/)).toBeVisible()
      await expectAccessible(page)
      const go = page.getByRole('button', { name: 'Send me a code' })
      await expect(go).toBeVisible()
      await expectAccessible(page)
      await go.click()
      await expect(codeField(page)).toBeVisible()
      await readSentCode(line)
    })
  })
})
