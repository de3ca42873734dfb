import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDpo, order } from './fixture.ts'

let dpo: Awaited<ReturnType<typeof openDpo>>
let paid: Record<string, string>

beforeEach(async () => {
  dpo = await openDpo()
  paid = await dpo.notify('createToken', order())
  await dpo.pay('TXN-1', 'paid')
})
afterEach(() => dpo.close())

const refund = (amount: string, more = '') =>
  dpo.notify(
    'refundToken',
    `<TransactionToken>${paid.TransToken}</TransactionToken><refundAmount>${amount}</refundAmount><refundDetails>x</refundDetails>${more}`,
  )
const verify = async () => (await dpo.notify('verifyRefund', `<TransRef>${paid.TransRef}</TransRef>`)).Result
const concluded = (outcome: string) =>
  dpo.app.inject({ method: 'POST', url: '/__sim/dpo/refunds', payload: { outcome } })
const refunded = () => dpo.captures().map(({ refundedMinor }) => refundedMinor)

describe('refundToken', () => {
  it('refunds in parts, and never more than was captured', async () => {
    expect((await refund('400.00')).Result).toBe('000')
    expect((await refund('600.01')).Result).toBe('999')
    expect((await refund('600')).Result).toBe('000')
    expect((await refund('0.01')).Result).toBe('999')
    expect(refunded()).toEqual([100_000])
  })

  it('accepts a refund reference once', async () => {
    expect((await refund('100', '<refundRef>R-1</refundRef>')).Result).toBe('000')
    expect((await refund('100', '<refundRef>R-1</refundRef>')).Result).toBe('999')
    expect(refunded()).toEqual([10_000])
  })

  it('refuses an unpaid and an unknown payment', async () => {
    const open = await dpo.notify('createToken', order({ CompanyRef: 'TXN-2' }))
    const inner = `<TransRef>${open.TransRef}</TransRef><refundAmount>1</refundAmount><refundDetails>x</refundDetails>`
    expect((await dpo.notify('refundToken', inner)).Result).toBe('999')
    expect((await dpo.notify('refundToken', '<refundAmount>1</refundAmount>')).ResultExplanation).toContain(
      'refundDetails',
    )
  })
})

describe('verifyRefund', () => {
  it('reports each outcome of a refund', async () => {
    expect(await verify()).toBe('999')
    await concluded('failed')
    expect((await refund('10')).Result).toBe('999')
    await concluded('declined')
    expect((await refund('10')).Result).toBe('000')
    expect(await verify()).toBe('008')
    await concluded('pending')
    expect((await refund('10')).Result).toBe('000')
    expect(await verify()).toBe('009')
    expect(refunded()).toEqual([0])

    await dpo.app.inject({ method: 'POST', url: '/__sim/dpo/TXN-1/refunds', payload: { state: 'done' } })
    expect(await verify()).toBe('000')
    expect(refunded()).toEqual([1_000])
  })

  it('waits for a second approval when the merchant requires one', async () => {
    await refund('10', '<refundApproval>1</refundApproval>')
    expect(await verify()).toBe('009')
  })
})
