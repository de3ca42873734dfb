import type { Page } from '@playwright/test'
import { giveAirtime, readSentCode } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { askForCode, codeField, orderBundle, otherCode, typeCode } from '../steps/code.ts'
import { askWallet } from '../steps/portal-service.ts'
import { expect, test } from '../visitor.ts'

const isOver = (page: Page) => page.evaluate(() => document.querySelector('dialog:modal') !== null)
const toast = (page: Page) => page.locator('.toast')

test.describe('an overlay of the page', () => {
  test('is a dialog for the code, which holds the keyboard and returns into the page', async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await giveAirtime(line, 5000)
    await orderBundle(page, line)
    await askForCode(page, line)
    await expect.poll(() => isOver(page)).toBe(true)
    await expect(codeField(page)).toBeFocused()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
    await expectAccessible(page)
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab')
      // The browser's own toolbar is a stop too.
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(/DIALOG|BODY/)
    }
    const code = await readSentCode(line)
    await typeCode(page, otherCode(code))
    await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    await expect.poll(() => isOver(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => isOver(page)).toBe(false)
    await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    await typeCode(page, code)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Are you sure')
  })

  test('is a toast when the connection is lost and when it returns, which waits for slow readers', async ({
    page,
    complaints,
  }) => {
    // The page still loads these by itself when the connection is lost.
    complaints.expect(/ERR_INTERNET_DISCONNECTED/)
    await page.clock.install()
    await page.goto('/find-payment')
    await expect.poll(() => page.locator('.toasts').count()).toBe(1)
    await page.context().setOffline(true)
    await expect(toast(page)).toContainText('No connection.')
    await toast(page).hover()
    await page.clock.runFor(20_000)
    await expect(toast(page)).toBeVisible()
    await page.context().setOffline(false)
    await expect(toast(page)).toContainText('You are connected again.')
    await toast(page).getByRole('button', { name: 'Close' }).click()
    await expect(toast(page)).toHaveCount(0)
  })

  test('is a toast when something is copied, and the page shows it too', { tag: '@verify' }, async ({
    page,
    line,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/payment/status?id=${await askWallet(line, 300)}`)
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(toast(page)).toContainText('Reference copied.')
    await expect(page.locator('#said')).toHaveText('Reference copied.')
  })

  test('shows what the visitor waits for when a step takes longer than a second', { tag: '@verify' }, async ({
    page,
  }) => {
    await page.goto('/find-payment')
    await expect.poll(() => page.locator('.toasts').count()).toBe(1)
    // An answer without a page leaves the visitor on the page, as a missing answer does.
    await page.route(/find-payment\?sent$/, (route) => route.fulfill({ status: 204 }))
    await page.getByRole('button', { name: 'Send me a code' }).click({ noWaitAfter: true })
    for (const text of ['Please wait ...', 'Hold on!', 'We are loading the page for you'])
      await expect(page.getByText(text)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Hold on!')).toHaveCount(0)
  })

  test('moves the focus to the error, which stays in the page', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    await page.goto('/find-payment')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByRole('alert')).toBeFocused()
  })
})
