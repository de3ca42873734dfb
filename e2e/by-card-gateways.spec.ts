import { expectBooks } from './sandbox.ts'
import { cancelAtGateway, payAtGateway, useCard } from './steps/card-page.ts'
import { chooseWay, emailOf, payButton, typeEmail } from './steps/pay.ts'
import { orderAirtime } from './steps/recharge.ts'
import { expectSuccess, receiptLine } from './steps/status.ts'
import { expect, test } from './visitor.ts'

test.use({ cards: ['dpo', 'cellulant', 'uba', 'paychangu'] })

const gateways = [
  { name: 'Card with Tingg', house: 'Tingg by Cellulant', afterLeaving: 'In Processing' },
  { name: 'Card with UBA', house: 'UBA U-Collect', afterLeaving: 'In Processing' },
  { name: 'Card with PayChangu', house: 'PayChangu', afterLeaving: 'Not successful' },
] as const

for (const [index, { name, house, afterLeaving }] of gateways.entries())
  test.describe(name, () => {
    test.beforeEach(async ({ page, line }) => {
      await orderAirtime(page, line, 610 + index)
      await chooseWay(page, name)
      await typeEmail(page, emailOf(line))
      await payButton(page).click()
      await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
      await expect(page.getByText(house, { exact: true })).toBeVisible()
    })

    test('is paid on its own page', async ({ page, line }) => {
      await payAtGateway(page)
      await expectSuccess(page)
      await expectBooks(line, { taken: [610 + index], delivered: [610 + index] })
    })

    test('takes nothing when the card is declined and the visitor leaves', async ({ page, line }) => {
      await useCard(page, 'Declined')
      await expect(page.getByRole('alert')).toHaveText('Transaction declined')
      await cancelAtGateway(page)
      await expect(receiptLine(page, 'Status')).toHaveText(afterLeaving)
      await expectBooks(line, { taken: [], delivered: [] })
    })
  })
