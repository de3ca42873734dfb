import { money } from '@nyanja/domain/money/money'
import { hour, minute } from '@nyanja/domain/time'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { send } from '../../payments/delivery-provider.contract.ts'
import { serve } from '../serve.contract.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'
import { createTmfRecordSource } from './tmf-record-source.ts'
import { addPlanLead, purchase } from './tmf-suites.contract.ts'

const { sandbox, tmf } = testBss()
const aroundNow = () => ({ from: Date.now() - hour, until: Date.now() + hour })

beforeEach(() => addPlanLead(sandbox.url))

describe('what the BSS says that it did', () => {
  it('has every delivery of the portal, by our reference, with what it cost', async () => {
    const provider = createTmfDeliveryProvider(tmf())
    const source = createTmfRecordSource(tmf())
    const lists = { airtime: 'topups', bundle: 'orders', bill: 'payments' } as const
    for (const kind of ['airtime', 'bundle', 'bill'] as const) {
      const bought = purchase(kind)
      await send(provider, bought)
      const { records, isComplete } = await source.list(lists[kind], aroundNow())
      expect(isComplete).toBe(true)
      const ours = records.filter(({ reference }) => reference === bought.id)
      expect(ours).toMatchObject([{ at: expect.any(Number) }])
      if (kind !== 'bundle') expect(ours).toMatchObject([{ amount: bought.amount }])
    }
  })

  it('has nothing of other days', async () => {
    await send(createTmfDeliveryProvider(tmf()), purchase('airtime'))
    const source = createTmfRecordSource(tmf())
    const yesterday = { from: Date.now() - 30 * hour, until: Date.now() - 20 * hour }
    expect(await source.list('topups', yesterday)).toMatchObject({ records: [] })
  })
})

const at = Date.parse('2026-11-20T10:00:00Z')
const period = { from: at - hour, until: at + hour }

const row = (id: string, more: object = {}) => ({
  ...{ id, reason: `ours-${id}`, status: 'completed', amount: { amount: 500, units: 'MWK' } },
  ...{ confirmationDate: new Date(at).toISOString(), ...more },
})

async function sourceOf(rows: readonly object[], headers: Record<string, string> = {}) {
  const baseUrl = await serve(({ url = '' }, _, response) => {
    const offset = Number(new URL(url, 'http://bss').searchParams.get('offset'))
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(rows.slice(offset, offset + 2)))
  }, onTestFinished)
  return createTmfRecordSource({ ...tmf(), baseUrl })
}

describe('a list of the BSS', () => {
  it('is read to its end over pages that the server shortens', async () => {
    const source = await sourceOf(['1', '2', '3', '4', '5'].map((id) => row(id)))
    const { records, isComplete } = await source.list('topups', period)
    expect(records).toHaveLength(5)
    expect(records[0]).toEqual({ reference: 'ours-1', bssReference: '1', amount: money('MWK', 50_000), at })
    expect(isComplete).toBe(true)
  })

  it('is not complete where the server counts rows that it does not send', async () => {
    const source = await sourceOf([row('1')], { 'x-total-count': '400' })
    expect(await source.list('topups', period)).toMatchObject({ isComplete: false })
  })

  it('is not complete with a completed row without a date', async () => {
    const source = await sourceOf([row('1', { confirmationDate: null })])
    expect(await source.list('topups', period)).toEqual({ records: [], isComplete: false })
  })

  it('has neither failed rows nor those of other days and channels', async () => {
    const other = row('3', { channel: { id: 'ussd' } })
    const late = row('4', { confirmationDate: new Date(at + hour + minute).toISOString() })
    const source = await sourceOf([row('1', { status: 'failed' }), other, late])
    expect(await source.list('topups', period)).toEqual({ records: [], isComplete: true })
  })
})
