import { approvePush, expectRecords, untilReported } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { cancelAtGateway, payAtGateway, useCard } from '../steps/card-page.ts'
import { expectStatus, expectSuccess, payByCard, payByMoney } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('a card payment that fails', () => {
  test('charges nothing when it is cancelled, and Nyanja Money pays the order instead', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAirtime(page, line, 800)
    await payByCard(page)
    await cancelAtGateway(page)

    await expectStatus(page, 'Not successful', 'You cancelled the payment')
    await expect(page.getByText('Nothing was taken.').first()).toBeVisible()
    await expectRecords(line, { taken: [], delivered: [] })
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Try again' }).click()
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [800], delivered: [800] })
  })

  test('shows a decline on the card page, and accepts another card', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 850)
    await payByCard(page)
    await untilReported('dpo', () => useCard(page, 'Declined'))
    await expect(page.getByRole('alert')).toHaveText('Transaction declined')
    await payAtGateway(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [850], delivered: [850] })
  })

  test('charges nothing when the bank refuses it and the visitor leaves', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAirtime(page, line, 900)
    await payByCard(page)
    await useCard(page, 'Approved, 3-D Secure')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await cancelAtGateway(page)
    await expectStatus(page, 'Not successful', /Nothing was taken|You cancelled the payment/)
    await expectRecords(line, { taken: [], delivered: [] })
  })
})
