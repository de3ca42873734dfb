import { approvePush, expectRecords, readSms, setPromptTimeout } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import {
  expectLeftAlone,
  expectStatus,
  expectSuccess,
  expectTimedOut,
  payByCard,
  payByMoney,
  pressMoney,
  receiptLine,
} from '../steps/pay.ts'
import { answerOnPhone, openPhone, refuseOnPhone } from '../steps/phone.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('a push that is not approved', () => {
  test('charges nothing when it is refused, and the same order is paid by card', async ({ page, line }) => {
    await orderAirtime(page, line, 700)
    const order = new URL(page.url()).searchParams.get('order')
    await payByMoney(page)
    const phone = await openPhone(page, line)
    await refuseOnPhone(phone)

    await expectStatus(page, 'Not successful', 'Nothing was taken')
    await expect(receiptLine(page, 'Reason')).toHaveText(/^\*/)
    await expectRecords(line, { taken: [], delivered: [] })
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Try again' }).click()
    expect(new URL(page.url()).searchParams.get('order')).toBe(order)
    await payByCard(page)
    await payAtGateway(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [700], delivered: [700] })
    expect(await readSms(line)).toHaveLength(1)
  })

  test('reports that the PIN was wrong', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 710)
    await payByMoney(page)
    const phone = await openPhone(page, line)
    await answerOnPhone(phone, '9999', 'Wrong PIN.')
    await expectStatus(page, 'Not successful', 'Nothing was taken')
    await expect(receiptLine(page, 'Reason')).toHaveText('*The PIN was wrong.')
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('reports that the balance was too low', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 95_000)
    await payByMoney(page)
    const phone = await openPhone(page, line)
    await answerOnPhone(phone, '1234', 'Declined.')
    await expectStatus(page, 'Not successful', 'Nothing was taken')
    await expect(receiptLine(page, 'Reason')).toHaveText('*There was not enough money.')
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('times out when it is not answered, and can be retried', { tag: '@verify' }, async ({ page, line }) => {
    await setPromptTimeout(1000)
    await orderAirtime(page, line, 720)
    await payByMoney(page)
    await expectTimedOut(page)
    await expectAccessible(page)

    await setPromptTimeout()
    await page.getByRole('link', { name: 'Try again' }).click()
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    await expectRecords(line, { taken: [720], delivered: [720] })
  })

  test('prompts a handset a limited number of times', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await expectLeftAlone(page, line, { pay: payByMoney, press: pressMoney })
  })
})
