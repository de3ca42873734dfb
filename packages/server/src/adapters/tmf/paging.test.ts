import { money } from '@nyanja/domain/money/money'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Purchase } from '../../payments/delivery-provider.ts'
import type { ContractFault } from '../contract-faults.ts'
import { serve } from '../serve.contract.ts'
import { BssProfile } from './profile.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'
import { createTmfLineSource } from './tmf-line-source.ts'

const purchase: Purchase = { id: 'TXN-OURS', kind: 'airtime', msisdn: '999000001', amount: money('MWK', 50_000) }
const ours = { id: 'tu-ours', reason: purchase.id, status: 'completed' }
const others = [1, 2, 3, 4].map((at) => ({ id: `tu-${at}`, reason: `TXN-${at}`, status: 'completed' }))

interface Asked {
  readonly offset: number
  readonly rows: readonly object[]
  readonly query: URLSearchParams
}
type Answer = {
  readonly rows?: readonly unknown[]
  readonly status?: number
  readonly headers?: Record<string, string>
}

/** A server of lists over real HTTP, which counts its requests. */
async function serveList(rows: readonly object[], answer: (requested: Asked) => Answer, profile: object = {}) {
  const queries: URLSearchParams[] = []
  const faults: ContractFault[] = []
  const baseUrl = await serve(({ url = '' }, _, response) => {
    const query = new URL(url, 'http://bss').searchParams
    queries.push(query)
    const { rows: page, status = 200, headers } = answer({ offset: Number(query.get('offset')), rows, query })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(page && JSON.stringify(page))
  }, onTestFinished)
  const options = {
    ...{ baseUrl, countryCode: '265', currency: 'MWK', timeoutMs: 5000, pause: async () => {} },
    profile: BssProfile.parse(profile),
    reportFault: (fault: ContractFault) => faults.push(fault),
  } as const
  return { options, queries, faults, provider: createTmfDeliveryProvider(options) }
}

const cap = 2
const pageOf = ({ rows, offset }: Asked) => rows.slice(offset, offset + cap)

/** Servers that shorten every page and ignore the filter, each with its own sign that there is more. */
const servers: Readonly<Record<string, (requested: Asked) => Answer>> = {
  'a count of all rows': (requested) => ({
    rows: pageOf(requested),
    headers: { 'x-total-count': String(requested.rows.length), 'x-result-count': String(cap) },
  }),
  'a link to the next page on an internal host': (requested) => ({
    rows: pageOf(requested),
    headers: {
      link:
        requested.offset + cap < requested.rows.length
          ? `<http://10.0.0.1/x?offset=0>; rel="prev", <http://10.0.0.1/x?reason=TXN-OURS&offset=${requested.offset + cap}>; rel="next"`
          : '<http://10.0.0.1/x?offset=0>; rel="first"',
    },
  }),
  'the status of a partial answer': (requested) => ({
    rows: pageOf(requested),
    status: requested.offset + cap < requested.rows.length ? 206 : 200,
  }),
  'a content range': (requested) => ({
    rows: pageOf(requested),
    status: 206,
    headers: { 'content-range': `items ${requested.offset}-${requested.offset + cap - 1}/${requested.rows.length}` },
  }),
  nothing: (requested) => ({ rows: pageOf(requested) }),
  'nothing, and an error beyond the last page': (requested) =>
    requested.offset < requested.rows.length ? { rows: pageOf(requested) } : { rows: [], status: 416 },
}

describe.each(Object.entries(servers))('a server that shortens pages and says it by %s', (_by, answer) => {
  it('reveals a top-up on its last page', async () => {
    const { provider } = await serveList([...others, ours], answer)
    expect(await provider.findByReference(purchase)).toEqual({ outcome: 'delivered', bssReference: 'tu-ours' })
  })

  it('certainly has no top-up that is on none of its pages', async () => {
    const { provider, faults } = await serveList(others, answer)
    expect(await provider.findByReference(purchase)).toBeUndefined()
    expect(faults).toEqual([{ api: 'balances', call: 'GET topupBalance', field: '(filter ignored)' }])
  })
})

const unknown = { name: 'PortalError', code: 'provider_broke_contract' }

/** Answers that show no top-up, and do not prove that there is none. */
const unproved: Readonly<Record<string, (requested: Asked) => Answer>> = {
  'ignores the filter and the offset': ({ rows }) => ({ rows: rows.slice(0, cap) }),
  'counts rows that it does not send': () => ({ rows: [], headers: { 'x-total-count': '1' } }),
  'repeats a page in place of the rest': ({ rows }) => ({
    rows: rows.slice(0, cap),
    headers: { 'x-total-count': '4' },
  }),
  'repeats a count no more, and ends early': ({ rows, offset }) =>
    offset === 0 ? { rows: rows.slice(0, cap), headers: { 'x-total-count': '4' } } : { rows: [] },
  'counts rows, and then knows no second page': ({ rows, offset }) =>
    offset === 0
      ? { rows: rows.slice(0, cap), status: 206, headers: { 'content-range': 'items 0-1/4' } }
      : { rows: [], status: 404 },
  'has long pages of its own, and ignores limit, offset and filter': () => ({
    rows: Array.from({ length: 250 }, (_, at) => ({ id: `tu-${at}`, reason: `TXN-${at}` })),
  }),
  'finds it, and does not send its reference': ({ offset }) => ({
    rows: offset === 0 ? [{ id: 'tu-9', status: 'completed' }] : [],
  }),
  'answers in part, with nothing': () => ({ rows: [], status: 206 }),
  'has a row with an unreadable reference': () => ({ rows: [{ id: 'tu-9', reason: { text: 'TXN-OURS' } }, ...others] }),
  'has no end': ({ offset }) => ({ rows: [{ id: `tu-${offset}`, reason: 'TXN-0' }] }),
  'sends no body': () => ({}),
}

it.each(Object.entries(unproved))('takes no top-up for absent at a server that %s', async (_what, answer) => {
  const { provider, queries } = await serveList(others, answer, { paging: { mostPages: 20 } })
  await expect(provider.findByReference(purchase)).rejects.toMatchObject(unknown)
  expect(queries.length).toBeLessThanOrEqual(20)
})

it('takes a top-up for absent where other rows show that the server sends references', async () => {
  const { provider } = await serveList([{ id: 'tu-ussd', reason: null }, ...others], ({ rows, offset }) => ({
    rows: offset === 0 ? rows : [],
  }))
  expect(await provider.findByReference(purchase)).toBeUndefined()
})

describe('a server that ignores the filter and the offset', () => {
  const first = ({ rows }: Asked) => ({ rows: rows.slice(0, cap) })

  it('reveals what is on its first page', async () => {
    const { provider, faults } = await serveList([ours, ...others], first)
    expect(await provider.findByReference(purchase)).toMatchObject({ outcome: 'delivered' })
    expect(faults.map(({ field }) => field).sort()).toEqual(['(filter ignored)', '(offset ignored)'])
  })

  it('does not prove a failure, because a success may be on another page', async () => {
    const { provider } = await serveList([{ ...ours, status: 'failed' }, ...others], first)
    await expect(provider.findByReference(purchase)).rejects.toMatchObject(unknown)
  })

  it('does not make a number look unused', async () => {
    const { options } = await serveList([{ id: 'prd-1' }, { id: 'prd-2' }, { id: 'prd-3' }], first)
    await expect(createTmfLineSource(options).lineOf('999000001')).rejects.toMatchObject(unknown)
  })
})

describe('the profile', () => {
  it('can say that an operation may exist although none is found', async () => {
    const profile = { findByReference: { absence: 'unknown' } }
    const { provider } = await serveList([], () => ({ rows: [] }), profile)
    await expect(provider.findByReference(purchase)).rejects.toMatchObject(unknown)
  })

  it('replaces a refused filter by the number, and asks for no pages of a server without them', async () => {
    const profile = { filters: { 'topupBalance.reason': null }, paging: { style: 'none' } }
    const { provider, queries } = await serveList([...others, ours], ({ rows }) => ({ rows }), profile)
    expect(await provider.findByReference(purchase)).toMatchObject({ outcome: 'delivered' })
    expect(queries.map(String)).toEqual(['logicalResource.id=265999000001'])
    await expect(provider.findByReference({ ...purchase, msisdn: '' })).rejects.toMatchObject(unknown)
  })

  it('renames a filter', async () => {
    const { provider, queries } = await serveList([], () => ({ rows: [] }), {
      filters: { 'topupBalance.reason': 'externalReference' },
    })
    expect(await provider.findByReference(purchase)).toBeUndefined()
    expect(queries.map((query) => query.get('externalReference'))).toEqual([purchase.id])
  })

  it('says where an empty list is answered with 404', async () => {
    const gone = () => ({ rows: [], status: 404 })
    const { provider } = await serveList([], gone)
    await expect(provider.findByReference(purchase)).rejects.toMatchObject(unknown)
    const profiled = await serveList([], gone, { paging: { emptyIs404: true } })
    expect(await profiled.provider.findByReference(purchase)).toBeUndefined()
  })
})
