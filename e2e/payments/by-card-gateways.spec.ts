import { approvePush, expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { cancelAtGateway, guessBankCode, payAtGateway, typeBankCode, useCard } from '../steps/card-page.ts'
import {
  chooseMethod,
  expectSuccess,
  expectTimedOut,
  payButton,
  payByMoney,
  receiptLine,
  toEmail,
  typeEmail,
} from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.use({ cards: ['dpo', 'cellulant', 'uba', 'paychangu'] })

const nothing = { taken: [], delivered: [] }

// For gateways without a cancel call the portal polls until their time is over.
const gateways = [
  { name: 'Card with DPO Pay', house: 'DPO Pay', afterLeaving: 'Not successful', minutes: 31 },
  { name: 'Card with Tingg', house: 'Tingg by Cellulant', afterLeaving: 'In Processing', minutes: 31 },
  { name: 'Card with UBA', house: 'UBA U-Collect', afterLeaving: 'In Processing', minutes: 61 },
  { name: 'Card with PayChangu', house: 'PayChangu', afterLeaving: 'Not successful', minutes: 31 },
] as const

for (const [index, { name, house, afterLeaving, minutes }] of gateways.entries()) {
  const amount = 610 + index

  test.describe(name, () => {
    test.beforeEach(async ({ page, line }) => {
      await orderAirtime(page, line, amount)
      await chooseMethod(page, name)
      await typeEmail(page, toEmail(line))
      await payButton(page).click()
      await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
      await expect(page.getByText(house, { exact: true })).toBeVisible()
    })

    test('is paid on its own page', { tag: '@verify' }, async ({ page, line }) => {
      await payAtGateway(page)
      await expectSuccess(page)
      await expectRecords(line, { taken: [amount], delivered: [amount] })
    })

    test('charges nothing when the card is declined and the visitor leaves', { tag: '@verify' }, async ({
      page,
      line,
    }) => {
      await useCard(page, 'Declined')
      await expect(page.getByRole('alert')).toHaveText('Transaction declined')
      await cancelAtGateway(page)
      await expect(receiptLine(page, 'Status')).toHaveText(afterLeaving)
      await expectRecords(line, nothing)
    })

    test('charges nothing for a wrong code of the bank, and is paid with the right one', { tag: '@verify' }, async ({
      page,
      line,
    }) => {
      await useCard(page, 'Approved, 3-D Secure')
      await typeBankCode(page, '000000')
      await expect(page.getByRole('alert')).toHaveText('That code is wrong. Tries left: 2')
      await expectRecords(line, nothing)
      await typeBankCode(page, '123456')
      await expectSuccess(page)
      await expectRecords(line, { taken: [amount], delivered: [amount] })
    })

    test('charges nothing after three wrong codes of the bank, and accepts another card', { tag: '@verify' }, async ({
      page,
      line,
    }) => {
      await useCard(page, 'Approved, 3-D Secure')
      await guessBankCode(page)
      await expect(page.getByRole('alert')).toHaveText('Transaction declined - Refused at the bank')
      await expectRecords(line, nothing)
      await payAtGateway(page)
      await expectSuccess(page)
      await expectRecords(line, { taken: [amount], delivered: [amount] })
    })

    test('charges nothing when the visitor returns, and another method pays', { tag: '@verify' }, async ({
      page,
      line,
    }) => {
      await cancelAtGateway(page)
      await expect(receiptLine(page, 'Status')).toHaveText(afterLeaving)
      await expectAccessible(page)
      await page.getByRole('link', { name: /^(Pay another way|Try again)$/ }).click()
      await payByMoney(page)
      await approvePush(line)
      await expectSuccess(page)
      await expectRecords(line, { taken: [amount], delivered: [amount] })
    })

    test('times out when it is not paid in time', { tag: '@verify' }, async ({ page, line, operator }) => {
      await page.goBack()
      await page.getByRole('link', { name: 'Check it' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for you to pay')
      await operator.letPass(minutes)
      await expectTimedOut(page)
      await expectAccessible(page)
      await expectRecords(line, nothing)
    })
  })
}
