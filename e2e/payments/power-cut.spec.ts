import { addFault, approvePush, expectPrompts, expectRecords } from '../sandbox.ts'
import { payAtGateway, useCard } from '../steps/card-page.ts'
import { checkUntil, chooseMethod, expectSuccess, payButton, payByCard, payByMoney } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('the portal crashes and restarts', () => {
  test.beforeEach(({ complaints }) => complaints.expect(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET/))

  test('while the visitor approves on the handset', { tag: '@verify' }, async ({ page, line, operator }) => {
    await orderAirtime(page, line, 410)
    await payByMoney(page)
    await operator.killPortal()
    await approvePush(line)
    await operator.startPortal()
    await checkUntil(page, 'Thank you')
    await expectRecords(line, { taken: [410], delivered: [410] })
  })

  test('while it charges the wallet', { tag: '@verify' }, async ({ page, line, operator }) => {
    await orderAirtime(page, line, 420)
    const choosing = page.url()
    await chooseMethod(page, 'Nyanja Money')
    await addFault({ provider: 'money', operation: 'collect', kind: 'hang_after', times: 1 })
    await payButton(page).click({ noWaitAfter: true })
    await expectPrompts(line, 1)
    await operator.killPortal()
    await operator.startPortal()

    // From here on the visitor is never charged a second time.
    await page.goto(choosing)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('How do you want to pay?')
    await expectPrompts(line, 1)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [420], delivered: [420] })
  })

  test('while the visitor is at the bank', { tag: '@verify' }, async ({ page, line, operator }) => {
    await orderAirtime(page, line, 430)
    await payByCard(page)
    await useCard(page, 'Approved, 3-D Secure')
    await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible()
    await operator.killPortal()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page).toHaveURL(/^chrome-error:/)
    await operator.startPortal()
    await page.reload()
    await expectSuccess(page)
    await expectRecords(line, { taken: [430], delivered: [430] })
  })

  test('while it delivers the airtime', { tag: '@verify' }, async ({ page, line, operator }) => {
    await orderAirtime(page, line, 440)
    await payByCard(page)
    await addFault({ provider: 'bss', operation: 'topupBalance', kind: 'hang_after', times: 1 })
    await payAtGateway(page)
    await expectRecords(line, { taken: [440], delivered: [440] })
    await operator.killPortal()
    await operator.startPortal()
    await checkUntil(page, 'Thank you')
    await expectRecords(line, { taken: [440], delivered: [440] })
  })
})
