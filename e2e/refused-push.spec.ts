import { expectBooks, smsTo } from './sandbox.ts'
import { expectAccessible } from './screen.ts'
import { payAtGateway } from './steps/card-page.ts'
import { payByCard, payByMoney } from './steps/pay.ts'
import { openPhone, refuseOnPhone } from './steps/phone.ts'
import { orderAirtime } from './steps/recharge.ts'
import { expectStatus, expectSuccess, receiptLine } from './steps/status.ts'
import { expect, test } from './visitor.ts'

test('a payment refused on the handset takes nothing, and the same order is paid by card', async ({ page, line }) => {
  await orderAirtime(page, line, 700)
  const order = new URL(page.url()).searchParams.get('order')
  await payByMoney(page)
  const phone = await openPhone(page, line)
  await refuseOnPhone(phone)

  await expectStatus(page, 'Not successful', 'Nothing was taken')
  await expect(receiptLine(page, 'Reason')).toHaveText(/^\*/)
  await expectBooks(line, { taken: [], delivered: [] })
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Try again' }).click()
  expect(new URL(page.url()).searchParams.get('order')).toBe(order)
  await payByCard(page)
  await payAtGateway(page)
  await expectSuccess(page)
  await expectBooks(line, { taken: [700], delivered: [700] })
  await expect.poll(() => smsTo(line)).toHaveLength(1)
})
