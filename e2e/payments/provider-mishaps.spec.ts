import { addFault, approvePush, expectRecords, expectSms, failNextDelivery, readSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import { expectStatus, expectSuccess, payByCard, payByMoney, receiptLine } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('a payment ends correctly', () => {
  test('when the wallet sends no callback about the approval', { tag: '@verify' }, async ({ page, line }) => {
    await addFault({ provider: 'money', kind: 'callback_drop' })
    await orderAirtime(page, line, 310)
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [310], delivered: [310] })
  })

  test('when the wallet sends its callback ten times', { tag: '@verify' }, async ({ page, line }) => {
    await addFault({ provider: 'money', kind: 'callback_duplicate', copies: 10 })
    await addFault({ provider: 'bss', kind: 'callback_duplicate', copies: 10 })
    await orderAirtime(page, line, 320)
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [320], delivered: [320] })
    expect(await readSms(line)).toHaveLength(1)
  })

  test('when the wallet answers invalid data for a while', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 330)
    await payByMoney(page)
    await addFault({ provider: 'money', operation: 'enquire', kind: 'garbage_after', times: 1 })
    await addFault({ provider: 'money', operation: 'enquire', kind: 'error_before', times: 1 })
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [330], delivered: [330] })
  })

  test('when the card gateway cannot report the status', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 340)
    await payByCard(page)
    await addFault({ provider: 'dpo', kind: 'callback_drop' })
    await addFault({ provider: 'dpo', operation: 'verifyToken', kind: 'error_before', times: 2 })
    await payAtGateway(page)
    await expectStatus(page, 'In Processing', 'We are checking your payment')
    await expect(page.getByText('Please do not pay again.')).toBeVisible()
    await expectAccessible(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [340], delivered: [340] })
  })

  test('when the answer to the delivery is lost', { tag: '@verify' }, async ({ page, line }) => {
    await addFault({ provider: 'bss', operation: 'topupBalance', kind: 'reset_after', times: 1 })
    await orderAirtime(page, line, 350)
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [350], delivered: [350] })
  })
})

test('an undeliverable payment is refunded, and the page and an SMS report it', { tag: '@verify' }, async ({
  page,
  line,
}) => {
  await failNextDelivery('topup')
  await orderAirtime(page, line, 360)
  await payByMoney(page)
  await approvePush(line)
  await expectStatus(page, 'Not successful', /Your MWK.360 is (back|coming back|going back to you)/)
  await expect(receiptLine(page, 'Reason')).toHaveText('*It could not be delivered, so the money goes back.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/is back$/)
  await expect(page.getByRole('heading', { name: 'Money is back' })).toBeVisible()
  await expectRecords(line, { taken: [0], delivered: [] })
  await expectSms(line, /MWK 360 is back with you/)
  await expectAccessible(page)
})
