import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../core/bodies.ts'
import { openFixture, orderOf, paths, paymentOf, topUpOf } from './bss-fixture.ts'
import { resourceNames, resources } from './resources.ts'
import { findFaults, standard } from './standard-v4.ts'

const pathOf = (name: (typeof resourceNames)[number]) => `/bss${resources[name].path}/${name}`

const lists = [
  ...resourceNames
    .filter((name) => resources[name].verbs.includes('list'))
    .map((name) => [name, pathOf(name)] as const),
  ['accumulatedBalance', `${paths.balances}/accumulatedBalance`] as const,
]

const line = '999000100'
const bucket = { id: `265${line}-main` }
const amount = { amount: 5, units: 'MWK' }
const customer = { id: 'c-1', '@referredType': 'Customer' }

/** The minimum that callers send, and what the portal sends. */
const made = [
  ['catalog', { name: 'Kit' }],
  ['category', { name: 'Kit' }],
  ['productSpecification', { name: 'Kit' }],
  ['productOffering', { name: 'Kit' }],
  ['productOfferingPrice', { name: 'Kit' }],
  ['productOrder', { productOrderItem: [{ id: '1', action: 'add' }] }],
  ['productOrder', orderOf(line, 'MW-D-100', 'TXN-1')],
  ['product', { status: 'created' }],
  ['resource', { name: 'Kit', '@type': 'Resource' }],
  ['bucket', { usageType: 'data' }],
  ['topupBalance', { amount, bucket }],
  ['topupBalance', topUpOf(line, 500, 'TXN-1')],
  ['adjustBalance', { amount, product: { id: `prd-main-265${line}` } }],
  ['reserveBalance', { amount, bucket }],
  ['transferBalance', { amount, bucket }],
  ['transferBalance', { amount, bucket, reason: 'gift', receiverLogicalResource: { id: '265999000101' } }],
  ['billingAccount', { name: 'Kit', relatedParty: [customer] }],
  ['payment', paymentOf('P1234567890', 100, 'TXN-1', 'cb-0001')],
  ['refund', { ...paymentOf('P1234567890', 100, 'TXN-2'), payment: { id: 'pm-1' } }],
  ['customerBillOnDemand', { billingAccount: { id: 'P1234567890' } }],
  ['checkServiceQualification', { serviceQualificationItem: [{}] }],
  ['salesLead', { name: 'Kit' }],
] as const satisfies readonly (readonly [(typeof resourceNames)[number], JsonObject])[]

describe('version 4 of the standard', () => {
  it.each(lists)('applies to every seeded %s', async (name, list) => {
    const { rows } = await openFixture().get(`${list}?limit=5000`)
    expect(rows.flatMap((row) => findFaults({ id, href, ...standard[name] }, row, `${row.id}`))).toEqual([])
  })

  it.each(made)('applies to a %s that is created', async (name, body) => {
    const { get, post } = openFixture()
    const { status, row } = await post(pathOf(name), body)
    expect([200, 201]).toContain(status)
    const attributes = { id, href, ...standard[name] }
    expect(findFaults(attributes, row, name)).toEqual([])
    expect(findFaults(attributes, (await get(`${row.href}`)).row, name)).toEqual([])
  })

  it('has one logical resource in an accumulated balance, and a list of them in a bucket', async () => {
    const { get } = openFixture()
    const { row } = await get(`${paths.balances}/accumulatedBalance/265${line}-total`)
    expect(row.logicalResource).toMatchObject({ id: `265${line}` })
    expect((await get(`${paths.balances}/bucket/265${line}-main`)).row.logicalResource).toHaveLength(1)
  })
})

const text = { shape: 'text' } as const
const [id, href] = [text, text]

describe('the check against the standard', () => {
  const faultsOf = (row: JsonObject) => findFaults(standard.transferBalance, row, 'row')

  it('reports missing attributes, wrong types, and single values in place of lists', () => {
    const whole = {
      status: 'completed',
      reason: 'gift',
      channel: { id: 'ussd' },
      logicalResource: [{ id: '1' }],
      receiverLogicalResource: { id: '2' },
    }
    expect(faultsOf(whole)).toEqual([])
    expect(faultsOf({ ...whole, reason: 7 })).toEqual(['row.reason is no text'])
    expect(faultsOf({ ...whole, channel: null })).toEqual(['row.channel is missing'])
    expect(faultsOf({ ...whole, status: 'gone' })).toEqual(['row.status is gone'])
    expect(faultsOf({ ...whole, logicalResource: { id: '1' } })).toEqual(['row.logicalResource is no list'])
    expect(faultsOf({ ...whole, receiverLogicalResource: [{ id: '2' }] })).toEqual([
      'row.receiverLogicalResource is a list',
    ])
    expect(faultsOf({ ...whole, requestedDate: '20/11/2026' })).toEqual(['row.requestedDate is no moment'])
  })
})
