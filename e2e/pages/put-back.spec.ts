import type { Locator, Page } from '@playwright/test'
import { approvePush } from '../sandbox.ts'
import { payButton } from '../steps/pay.ts'
import { goToPin, pinField } from '../steps/pin.ts'
import { askWallet } from '../steps/portal-service.ts'
import { continueButton, orderAirtime, typeAmount, typeNumber } from '../steps/recharge.ts'
import { signIn } from '../steps/staff.ts'
import { expect, test } from '../visitor.ts'

// The toast of a dialog is within the dialog.
const overlay = 'body > .overlay, dialog > .overlay'
const held = 'main button[aria-disabled]'

const expectLoaded = (page: Page) => expect(page.locator('body > .toasts')).toHaveCount(1)

/** The answer to a press never comes. */
async function holdAnswers(page: Page): Promise<void> {
  await page.route(/./, (route) => (route.request().isNavigationRequest() ? undefined : route.continue()))
}

type End = 'stop' | 'escape' | 'touch' | 'kept'

/**
 * Presses a button, waits for what that changes, and stays on the page until it is put back. It runs within the page:
 * the tools outside wait for the answer.
 */
async function pressAndStay(button: Locator, changed: string, end: End): Promise<void> {
  await button.evaluate(
    async (element, { changed: selector, end: how }) => {
      const until = (count: number) =>
        new Promise<void>((resolve) => {
          const isSo = () => document.querySelectorAll(selector).length === count
          const watch = new MutationObserver(() => {
            if (!isSo()) return
            watch.disconnect()
            resolve()
          })
          if (isSo()) resolve()
          else watch.observe(document, { subtree: true, childList: true, attributes: true })
        })
      const ends = {
        stop: () => window.stop(),
        escape: () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
        touch: () => {
          const touched = document.elementFromPoint(innerWidth / 2, 5)
          touched?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
          touched?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
        },
        kept: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      }
      const begun = new Promise((resolve) => navigation.addEventListener('navigate', resolve, { once: true }))
      if (element instanceof HTMLElement) element.click()
      await until(1)
      await begun
      // The console disables the button once its form is on its way, in the next task.
      await new Promise((resolve) => setTimeout(resolve))
      ends[how]()
      await until(0)
      window.stop()
    },
    { changed, end },
  )
}

test.describe('what a press has changed on a page', { tag: '@verify' }, () => {
  test('stays as it is for a file', async ({ page, line }) => {
    const id = await askWallet(line, 300)
    await approvePush(line)
    await page.goto(`/payment/status?id=${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
    await expectLoaded(page)
    await page.clock.install()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('link', { name: /PDF/ }).click()
    await downloaded
    await page.clock.runFor(10_000)
    await expect(page.locator(overlay)).toHaveCount(0)
  })

  test('is put back by Stop, Escape, a touch and the way back', async ({ page, line }) => {
    await page.goto('/find-payment')
    await expectLoaded(page)
    await holdAnswers(page)
    for (const end of ['stop', 'escape', 'touch', 'kept'] as const)
      await pressAndStay(page.getByRole('button', { name: 'Send me a code' }), overlay, end)
    await page.unroute(/./)

    await page.goto('/prepaid-recharge')
    await typeNumber(page, line)
    await typeAmount(page, 500)
    await expectLoaded(page)
    await holdAnswers(page)
    for (const end of ['stop', 'escape', 'kept'] as const) await pressAndStay(continueButton(page), held, end)
    await page.unroute(/./)

    await orderAirtime(page, line, 500)
    await page
      .getByRole('link', { name: /^Nyanja Money(?! PIN)/ })
      .first()
      .click()
    await expectLoaded(page)
    await holdAnswers(page)
    for (const end of ['stop', 'escape'] as const) await pressAndStay(payButton(page), overlay, end)
  })

  test('is put back on the page of a PIN, which keeps no PIN', async ({ page, line }) => {
    await orderAirtime(page, line, 500)
    await goToPin(page, 'SmartCash', line)
    await expectLoaded(page)
    await expect(pinField(page)).toBeFocused()
    await holdAnswers(page)
    for (const end of ['stop', 'escape'] as const) {
      await pinField(page).fill('1234')
      await pressAndStay(payButton(page), overlay, end)
      await expect(page.locator(held)).toHaveCount(0)
      await expect(pinField(page)).toHaveValue('')
      await expect(page.locator('[name=sealed]')).toHaveValue('')
    }
    await page.unroute(/./)

    await pinField(page).fill('12')
    const asked = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'GET')
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await asked
    await expect(pinField(page)).toHaveValue('')
    await expect(pinField(page)).toBeFocused()
  })

  test.describe('in the console', () => {
    test.use({ viewport: { width: 1280, height: 800 } })
    test.beforeEach(({ operator }) => operator.openConsole())

    test('is put back by Stop, Escape and a touch, and stays as it is for a file', async ({ page }) => {
      await signIn(page, 'administrator')
      await page.getByRole('link', { name: 'Audit' }).click()
      const downloaded = page.waitForEvent('download')
      const file = page.locator('form[action="/audit/export"] button')
      await file.click()
      await downloaded
      await expect(file).not.toHaveAttribute('aria-disabled')

      const show = page.locator('form[action="/audit"][method=post] button').first()
      await holdAnswers(page)
      for (const end of ['stop', 'escape', 'touch'] as const) await pressAndStay(show, held, end)
    })
  })
})
