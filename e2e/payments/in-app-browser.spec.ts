import { approvePush } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { expectSuccess, payByMoney } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

/** What browsers within apps do: they have no clipboard, refuse to share, and print nothing without a word. */
function behaveAsInApp(): void {
  Object.defineProperty(navigator, 'clipboard', { value: undefined })
  Object.defineProperty(navigator, 'share', {
    value: () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')),
  })
  window.print = () => {}
}

test.describe('a receipt in a browser within an app', { tag: '@verify' }, () => {
  test('says what cannot be copied, shared or printed, and how it works all the same', async ({ page, line }) => {
    await page.addInitScript(behaveAsInApp)
    await orderAirtime(page, line, 560)
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    const said = page.locator('#said')
    const reference = (await page.locator('.reference').textContent()) ?? ''
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(said).toContainText(`Press long on this and copy it: ${reference}`)
    expect(await page.evaluate(() => String(getSelection()))).toBe(reference)
    await page.getByRole('button', { name: 'Share this page' }).click()
    await expect(said).toContainText(`/payment/status?id=${new URL(page.url()).searchParams.get('id')}`)
    await page.getByRole('button', { name: 'Print or save' }).click()
    await expect(said).toContainText('This browser cannot print. Take the receipt as a file')
    await expectAccessible(page)
  })
})

test.describe('a shop finder in a browser that never tells the place', { tag: '@verify' }, () => {
  test('asks for a name after a while', async ({ page }) => {
    await page.clock.install()
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = () => {}
    })
    await page.goto('/storeLocator')
    await page.getByRole('button', { name: 'Use current location' }).click()
    await page.clock.runFor(12_000)
    await expect(page.locator('#denied')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use current location' })).toBeEnabled()
  })
})
