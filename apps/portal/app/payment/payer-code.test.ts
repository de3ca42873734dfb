import { maskAccount } from '@nyanja/domain/bills/account-number'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { NewOrder } from '@nyanja/server/payments/orders'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testLines } from '../../server/testing/test-app.ts'

let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

/** The receiver in the message with the code. */
async function receiverIn(changes: Partial<NewOrder>): Promise<unknown> {
  const { orders, codes } = test.portal
  const whose = { msisdn: testLines.prepaid, lineType: 'PREPAID', redirectPage: '/recharge' } as const
  const order = await orders.open({ channel: 'web', language: 'en', ...whose, ...changes })
  const request = { purpose: 'airtime_payment', msisdn: testLines.hybrid, subject: order.id, channel: 'web' } as const
  expect(await codes.send({ ...request, language: 'en' })).toMatchObject({ outcome: 'sent' })
  const { params_json } = await test.database.db
    .selectFrom('messages')
    .select('params_json')
    .where('msisdn', '=', testLines.hybrid)
    .executeTakeFirstOrThrow()
  return JSON.parse(params_json).receiver
}

describe('the code for a payment by airtime', () => {
  it('names the masked line that receives', async () => {
    const { countryCode } = test.portal.market.numbers
    expect(await receiverIn({})).toBe(maskMsisdn(testLines.prepaid, countryCode))
  })

  it('names the masked account when one is paid', async () => {
    const account = 'P11234567890'
    expect(await receiverIn({ account, lineType: 'POSTPAID' })).toBe(maskAccount(account))
  })
})
