import type { FrameLocator, Page } from '@playwright/test'
import { approvePush, expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { approvedAtPaystack, findPopup, guessBankCode, payAtPaystack, payInPopup } from '../steps/card-page.ts'
import { checkUntil, expectStatus, expectTimedOut, payByMoney, payByPaystack } from '../steps/pay.ts'
import { beginAtHome, clickContinue, typeAmount } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const nothing = { taken: [], delivered: [] }
const paid = { taken: [580], delivered: [580] }

interface Checkout {
  readonly where: string
  readonly hasScript: boolean
  readonly shownOn: (page: Page) => Page | FrameLocator
  /** The bank's page, which the popup shows in a frame of its own. */
  readonly bankOn: (page: Page) => Page | FrameLocator
  readonly pay: (page: Page) => Promise<void>
}

const checkouts: readonly Checkout[] = [
  {
    where: 'in a window over our own page',
    hasScript: true,
    shownOn: findPopup,
    bankOn: (page) => findPopup(page).frameLocator('iframe[title="Your bank"]'),
    pay: payInPopup,
  },
  {
    where: 'on Paystack’s own page, without script',
    hasScript: false,
    shownOn: (page) => page,
    bankOn: (page) => page,
    pay: payAtPaystack,
  },
]

for (const { where, hasScript, shownOn, bankOn, pay } of checkouts)
  test.describe(`a card at Paystack, ${where}`, () => {
    test.use({ javaScriptEnabled: hasScript })

    const press = (page: Page, name: string | RegExp) => shownOn(page).getByRole('button', { name }).click()

    test.beforeEach(async ({ page, line }) => {
      await beginAtHome(page, line)
      await typeAmount(page, 580)
      await clickContinue(page)
      await payByPaystack(page, line)
      await expect(shownOn(page).getByRole('button', { name: /Declined$/ })).toBeVisible()
    })

    test('is refused, and another one pays', { tag: '@verify' }, async ({ page, line }) => {
      await press(page, /Declined, insufficient funds$/)
      await expect(shownOn(page).getByRole('alert')).toHaveText('Insufficient Funds')
      await expectRecords(line, nothing)
      await pay(page)
      await checkUntil(page, 'Thank you')
      await expectRecords(line, paid)
    })

    test('charges nothing for a wrong PIN of the card, and is paid with the right one', { tag: '@verify' }, async ({
      page,
      line,
    }) => {
      for (const pin of ['9999', '1111']) {
        await press(page, /Approved after PIN 1111$/)
        await shownOn(page).getByRole('textbox', { name: /PIN/ }).fill(pin)
        if (pin === '1111') await expectRecords(line, nothing)
        await press(page, 'Continue')
        if (pin === '9999') await expect(shownOn(page).getByRole('alert')).toHaveText('Incorrect PIN')
      }
      await checkUntil(page, 'Thank you')
      await expectRecords(line, paid)
    })

    test('charges nothing after three wrong codes of its bank', { tag: '@verify' }, async ({ page, line }) => {
      await press(page, approvedAtPaystack)
      await guessBankCode(bankOn(page))
      await expect(shownOn(page).getByRole('alert')).toHaveText('Declined by the bank')
      await expectRecords(line, nothing)
    })

    test('is left on Paystack’s side, and the order is paid with another method', { tag: '@verify' }, async ({
      page,
      line,
    }) => {
      await press(page, 'Cancel payment')
      await expectStatus(page, 'In Processing', 'We are checking your payment')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Pay another way' }).click()
      await payByMoney(page)
      await approvePush(line)
      await checkUntil(page, 'Thank you')
      await expectRecords(line, paid)
    })

    test('is not paid in time, and the page shows that it is over', { tag: '@verify' }, async ({
      page,
      line,
      operator,
    }) => {
      await press(page, 'Cancel payment')
      await expectStatus(page, 'In Processing', 'We are checking your payment')
      await operator.letPass(31)
      await checkUntil(page, 'The time to pay is over')
      await expectTimedOut(page)
      await expectAccessible(page)
      await expectRecords(line, nothing)
    })
  })
