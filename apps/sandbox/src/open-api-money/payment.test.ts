import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callbackKey, collection, openMoney, successStatus } from './fixture.ts'
import { hashOf } from './transaction-view.ts'

let money: Awaited<ReturnType<typeof openMoney>>

beforeEach(async () => {
  money = await openMoney()
})
afterEach(() => money.close())

const push = (changes = {}) => money.send('/merchant/v1/payments/', collection(changes))
const approve = (id = 'TXN-1', pin = '1234') => money.control(`/prompts/${id}/approve`, { pin })
const outcome = (to: string, id = 'TXN-1') => money.control(`/payments/${id}/turn`, { to })
const balance = async (msisdn = '999000001') => (await money.inspect(`/wallets/${msisdn}`)).balanceMinor
const reported = async () => {
  await money.world.callbacks.idle()
  return money.callbacks().map((body) => JSON.parse(body).transaction.status_code)
}

describe('an approved prompt', () => {
  beforeEach(async () => {
    await push()
    await approve()
  })

  it('is TS with the code of a payment in process, and the id of the capture', async () => {
    expect(await money.enquire()).toEqual({
      data: {
        transaction: {
          airtel_money_id: 'MP261120.1000.L00001',
          id: 'TXN-1',
          message: 'Paid MWK 1000.00 to Nyanja. Trans ID MP261120.1000.L00001',
          status: 'TS',
        },
      },
      status: successStatus,
    })
  })

  it('is captured once', async () => {
    expect(await balance()).toBe(8_900_000)
    expect((await approve()).statusCode).toBe(404)
    expect(await balance()).toBe(8_900_000)
    expect(money.simulator.records().captures).toEqual([
      {
        provider: 'money',
        reference: 'TXN-1',
        providerReference: 'MP261120.1000.L00001',
        amountMinor: 100_000,
        currency: 'MWK',
        payer: '999000001',
        refundedMinor: 0,
        at: '2026-11-20T10:00:00.000Z',
      },
    ])
  })

  it('is reported to the merchant with a hash', async () => {
    expect(await reported()).toEqual(['TS'])
    const { transaction, hash } = JSON.parse(money.callbacks()[0] ?? '')
    expect(hash).toBe(hashOf(transaction, 'A', callbackKey))
    expect(transaction).toMatchObject({ id: 'TXN-1', airtel_money_id: 'MP261120.1000.L00001' })
  })

  it('can be refunded in full, once', async () => {
    const refund = () =>
      money.send('/standard/v1/payments/refund', { transaction: { airtel_money_id: 'MP261120.1000.L00001' } })
    await money.control('/settings', { refunds: 'refused' })
    expect((await refund()).json().status.success).toBe(false)
    await money.control('/settings', { refunds: 'done' })
    expect((await refund()).json()).toMatchObject({
      data: { transaction: { airtel_money_id: 'MP261120.1000.L00001', status: 'SUCCESS' } },
      status: { success: true },
    })
    expect((await refund()).json().status.success).toBe(false)
    expect(await balance()).toBe(9_000_000)
    expect(money.simulator.records().captures).toMatchObject([{ refundedMinor: 100_000 }])
  })

  it('can be reversed by the network', async () => {
    expect((await outcome('failed')).statusCode).toBe(409)
    await outcome('reversed')
    expect((await money.enquire()).data.transaction).toMatchObject({ status: 'TF' })
    expect(money.simulator.records().captures).toMatchObject([{ amountMinor: 100_000, refundedMinor: 100_000 }])
    expect(await reported()).toEqual(['TS', 'TF'])
  })
})

describe('a prompt without a capture', () => {
  it('is TF with HTTP 200 after a wrong PIN', async () => {
    await push()
    expect((await approve('TXN-1', '0000')).statusCode).toBe(403)
    expect(await money.enquire()).toMatchObject({
      data: { transaction: { status: 'TF', message: 'Incorrect PIN has been entered' } },
      status: { response_code: 'DP00800001002', success: false, code: '200' },
    })
    expect((await money.enquire()).data.transaction.airtel_money_id).toBeUndefined()
    expect(await reported()).toEqual(['TF'])
  })

  it('is TF when the payer refuses or has insufficient funds', async () => {
    await push()
    await money.control('/prompts/TXN-1/refuse')
    expect((await money.enquire()).status.response_code).toBe('DP00800001008')
    await push({ id: 'TXN-2', msisdn: '999000030' })
    await approve('TXN-2')
    expect((await money.enquire('TXN-2')).status.response_code).toBe('DP00800001007')
    expect(await balance('999000030')).toBe(2_000)
  })

  it('expires after ten minutes without a callback', async () => {
    await push()
    money.pass(599_999)
    await money.renewSession()
    expect((await money.enquire()).data.transaction.status).toBe('TIP')
    money.pass(1)
    await money.renewSession()
    expect(await money.enquire()).toMatchObject({
      data: { transaction: { status: 'TE' } },
      status: { response_code: 'DP00800001029', success: false },
    })
    expect((await approve()).statusCode).toBe(404)
    expect(await money.inspect('/prompts?msisdn=999000001')).toEqual([])
    expect(await reported()).toEqual([])
  })

  it.each(['failed', 'expired', 'ambiguous'])('may be captured late after %s', async (first) => {
    await push()
    await outcome(first)
    expect((await money.enquire()).data.transaction.status).toMatch(/^T[FEA]$/)
    await outcome('success')
    expect((await money.enquire()).data.transaction.status).toBe('TS')
    expect(await balance()).toBe(8_900_000)
  })
})

describe('the money operator', () => {
  it('finds no payment with an id that was never sent', async () => {
    expect(await money.enquire('TXN-9')).toMatchObject({
      status: { response_code: 'DP00800001025', result_code: 'ESB000045', success: false },
    })
  })

  it('captures without an answer when a fault is injected', async () => {
    money.world.faults.add({ provider: 'money', operation: 'collect', kind: 'error_after', times: 1 })
    expect((await push()).statusCode).toBe(500)
    await approve()
    expect((await money.enquire()).data.transaction.status).toBe('TS')
  })

  it('signs callbacks wrongly when a fault is injected', async () => {
    money.world.faults.add({ provider: 'money', kind: 'callback_mis_sign', times: 1 })
    await push()
    await approve()
    expect(await reported()).toEqual(['TS'])
    const { transaction, hash } = JSON.parse(money.callbacks()[0] ?? '')
    expect(hash).not.toBe(hashOf(transaction, 'A', callbackKey))
  })

  it('answers prompts automatically, including waiting ones', async () => {
    await push()
    await money.control('/auto', { mode: 'approve' })
    await push({ id: 'TXN-2' })
    await expect.poll(() => money.simulator.records().captures?.length).toBe(2)
    await money.control('/auto', { mode: 'refuse' })
    await push({ id: 'TXN-3' })
    await expect.poll(async () => (await money.enquire('TXN-3')).data.transaction.status).toBe('TF')
    await money.control('/auto', { mode: 'off' })
    await push({ id: 'TXN-4' })
    expect(await money.inspect('/prompts')).toMatchObject([{ id: 'TXN-4' }])
  })

  it('waits before it answers automatically', async () => {
    await money.control('/auto', { mode: 'approve', afterMs: 30 })
    await push()
    expect((await money.enquire()).data.transaction.status).toBe('TIP')
    money.pass(30)
    await expect.poll(() => money.simulator.records().captures?.length).toBe(1)
  })

  it('keeps payments and balances over a restart, and drops them on reset', async () => {
    await push()
    await approve()
    await push({ id: 'TXN-2' })
    const memory: unknown = JSON.parse(JSON.stringify(money.simulator.snapshot()))
    money.simulator.reset()
    expect([await balance(), await money.inspect('/prompts')]).toEqual([9_000_000, []])

    money.simulator.restore(memory)
    await money.renewSession()
    expect(await balance()).toBe(8_900_000)
    expect(await money.inspect('/prompts')).toMatchObject([{ id: 'TXN-2' }])
    expect(money.simulator.records().captures).toMatchObject([{ reference: 'TXN-1' }])
    expect((await push()).json().status.result_code).toBe('ESB000041')
  })

  it('keeps the wallets that a test creates', async () => {
    await money.control('/wallets/888000001', { balanceMinor: 100_000 })
    expect(await money.inspect('/wallets/888000001')).toMatchObject({ balanceMinor: 100_000, currency: 'MWK' })
    expect(await money.inspect('/wallets/888000001')).not.toHaveProperty('pin')
    expect((await push({ msisdn: '888000001' })).statusCode).toBe(200)
    expect((await money.control('/wallets/888000001', { balanceMinor: -1 })).statusCode).toBe(400)
    expect((await money.app.inject('/__sim/money/wallets/777000001')).statusCode).toBe(404)
  })
})
