import type { Page } from '@playwright/test'
import { addBilledLine, refusePush } from '../sandbox.ts'
import { expectToFit } from '../screen.ts'
import { codeField } from '../steps/code.ts'
import { expectStatus, payByMoney } from '../steps/pay.ts'
import { orderAirtime, typeNumber } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const paths = [
  '/',
  '/prepaid-recharge',
  '/postpaid-bill-pay',
  '/data-bundle',
  '/broadband-recharge',
  '/orp/fixed-internet',
  '/home-internet',
  '/hbb-lead-status',
  '/find-payment',
  '/table',
  '/storeLocator?place=Blantyre',
  '/openNetworks?q=Lilongwe',
  '/gethelp',
  '/gethelp/a/where-is-my-money',
  '/service-status',
  '/contact-us',
  '/privacy',
  '/more-nyanja-money',
  '/site-map',
  '/forget-phone',
]

/** Elements with the keyboard's focus that are covered or outside of the window. */
function hiddenStops(): string[] {
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
  return stops
    .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }))
    .filter((stop) => {
      stop.focus()
      if (document.activeElement !== stop) return false
      const { left, right, top, bottom } = stop.getBoundingClientRect()
      const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
      const over = document.elementFromPoint(Math.min(Math.max((left + right) / 2, 1), innerWidth - 1), middle)
      const isItsOwn =
        over !== null && (over.contains(stop) || stop.contains(over) || over.closest('label, .box, .chip, .code'))
      return top >= innerHeight || bottom <= 0 || !isItsOwn
    })
    .map((stop) => stop.outerHTML.slice(0, 120))
}

/** Enlarged to 400 % on a small laptop. */
async function expectStopsInSight(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await page.evaluate(hiddenStops), page.url()).toEqual([])
}

test.describe('a visitor who enlarges the page', () => {
  for (const prefix of ['', '/sw'])
    test(`reads every page without scrolling sideways, and sees what has the focus ${prefix}`, {
      tag: prefix === '/sw' ? [] : '@verify',
    }, async ({ page }) => {
      for (const path of paths) {
        await page.goto(prefix + (path === '/' && prefix !== '' ? '' : path))
        await expectToFit(page)
        await expectStopsInSight(page)
      }
    })

  test('sees the field under the keyboard while bundles and their price are below it', async ({ page, line }) => {
    await page.goto('/prepaid-recharge')
    await typeNumber(page, line)
    await expectToFit(page)
    await expectStopsInSight(page)
  })

  test('pays, and follows the payment', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 100_000)
    await expectToFit(page)
    await payByMoney(page)
    await expectToFit(page)
    await expectStopsInSight(page)
    await refusePush(line)
    await expectStatus(page, 'Not successful', /./)
    await expectToFit(page)
    await expectStopsInSight(page)
  })

  test('types the code of a bill', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/postpaid-bill-pay')
    await page.getByRole('textbox', { name: 'Phone number of the bill' }).fill(await addBilledLine(1_234_567.89))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Send a code to' }).click()
    await expect(codeField(page)).toBeFocused()
    await expectToFit(page)
  })
})
