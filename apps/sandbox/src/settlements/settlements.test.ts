import { describe, expect, it, onTestFinished } from 'vitest'
import { appWith } from '../core/fixture.ts'
import { createWorld } from '../core/html.ts'
import type { Capture, Simulator } from '../core/simulator.ts'
import { fileFaultKinds } from './file-faults.ts'
import { settlementFormats } from './file-formats.ts'
import { createSettlements } from './settlements.ts'

const capture = (reference: string, more: Partial<Capture> = {}): Capture => ({
  ...{ provider: 'paystack', reference, providerReference: `P-${reference}`, amountMinor: 500_000, currency: 'MWK' },
  ...{ refundedMinor: 0, at: '2026-11-20T10:00:00.000Z', ...more },
})

const day = '2026-11-20'

/** Kinds of faults that a file cannot have: without fees, currencies or a contract. */
const refusedOf: Readonly<Record<string, number>> = { mpesa: 3, wallet: 2, money: 1, tingg: 1, uba: 1 }

async function open(provider: string, captures: readonly Capture[]) {
  const simulator: Simulator = {
    ...{ name: provider, register: () => {}, records: () => ({ captures }) },
    ...{ snapshot: () => undefined, restore: () => {}, reset: () => {} },
  }
  const settlements = createSettlements(createWorld({ now: () => new Date() }), [simulator])
  const app = await appWith(createWorld({ now: () => new Date() }), settlements)
  onTestFinished(() => app.close())
  const url = `/__sim/settlements/${provider}/${day}`
  return {
    settlements,
    read: async (path = url) => (await app.inject(path)).body,
    inject: async (kind: string, path = url) =>
      app.inject({ method: 'POST', url: `${path}/faults`, payload: { kind } }),
    list: async () => (await app.inject(`${url}/faults`)).json(),
  }
}

describe('a settlement file', () => {
  it('has the payments and refunds of one day of the market', async () => {
    const { read } = await open('paystack', [
      capture('A'),
      capture('B', { at: '2026-11-20T22:30:00.000Z' }),
      capture('C', { at: '2026-11-19T08:00:00Z', refundedMinor: 500_000, refundedAt: '2026-11-20T09:00:00Z' }),
    ])
    const rows = (await read()).trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',').slice(1, 3).join(' '))).toEqual(['C Refund', 'A Transaction'])
  })

  it.each(Object.keys(settlementFormats))('of %s lists what was put wrong in it', async (provider) => {
    const { read, inject, list } = await open(
      provider,
      ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map((one) => capture(one)),
    )
    const before = await read()
    const answers = []
    for (const kind of fileFaultKinds) answers.push((await inject(kind)).statusCode)
    expect(answers.filter((status) => status !== 201)).toEqual(
      Array.from({ length: refusedOf[provider] ?? 0 }, () => 409),
    )
    const faults: readonly { readonly reference: string }[] = await list()
    expect(new Set(faults.map(({ reference }) => reference)).size).toBe(faults.length)
    expect(await read()).not.toBe(before)
  })

  it('has no more faults than payments', async () => {
    const { inject } = await open('paystack', [capture('A')])
    expect((await inject('missing_row')).statusCode).toBe(201)
    expect((await inject('missing_row')).statusCode).toBe(409)
    expect((await inject('no such fault')).statusCode).toBe(400)
  })

  it('keeps its faults over a restart', async () => {
    const { settlements, inject, list } = await open('paystack', [capture('A')])
    await inject('other_amount')
    const state = settlements.snapshot()
    settlements.reset()
    expect(await list()).toEqual([])
    settlements.restore(state)
    expect(await list()).toEqual([{ kind: 'other_amount', reference: 'A' }])
  })
})

describe('a bank statement', () => {
  it.each(['camt053', 'mt940'])('has the payouts of the day before, as %s', async (format) => {
    const { read, inject } = await open('paystack', [capture('A'), capture('B')])
    const url = `/__sim/settlements/bank/2026-11-21`
    expect(await read(`${url}?format=${format}`)).toMatch(/9429[.,]14[\s\S]*PAYSTACK-20261120/)
    expect((await inject('missing_row', url)).json()).toEqual({ kind: 'missing_row', reference: 'PAYSTACK-20261120' })
    expect(await read(`${url}?format=${format}`)).not.toContain('PAYSTACK')
  })
})
