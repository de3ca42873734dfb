import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { money } from '@nyanja/domain/money/money'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { send } from '../../payments/delivery-provider.contract.ts'
import { serve } from '../serve.contract.ts'
import { BssProfile } from './profile.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'
import { addPlanLead, goods, purchase } from './tmf-suites.contract.ts'

const { sandbox, tmf } = testBss()

beforeEach(() => addPlanLead(sandbox.url))

it('reports not_sent when no connection can be made', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  const port = typeof address === 'object' ? address?.port : undefined
  const deliveryProvider = createTmfDeliveryProvider({ ...tmf(), baseUrl: `http://127.0.0.1:${port}` })
  const give = await deliveryProvider.prepare(purchase('bill'))
  expect(await give()).toEqual({ outcome: 'not_sent', reason: expect.any(String) })
})

it('reads further pages of a server that returns fewer rows than requested', async () => {
  const bought = purchase('bill')
  const rows = [{ id: 'p1' }, { id: 'p2' }, { id: 'p3', correlatorId: bought.id, status: 'done' }]
  const baseUrl = await serve(({ url = '' }, _, response) => {
    const offset = Number(new URL(url, 'http://bss').searchParams.get('offset'))
    response.writeHead(206, { 'content-type': 'application/json', 'x-total-count': '3' })
    response.end(JSON.stringify(rows.slice(offset, offset + 1)))
  }, onTestFinished)
  const deliveryProvider = createTmfDeliveryProvider({ ...tmf(), baseUrl })
  expect(await deliveryProvider.findByReference(bought)).toMatchObject({ outcome: 'delivered', bssReference: 'p3' })
})

it('never reports a purchase as absent while pages lack rows that the server counts', async () => {
  const baseUrl = await serve((_, __, response) => {
    response.writeHead(206, { 'content-type': 'application/json', 'x-total-count': '3' })
    response.end('[]')
  }, onTestFinished)
  const deliveryProvider = createTmfDeliveryProvider({ ...tmf(), baseUrl })
  await expect(deliveryProvider.findByReference(purchase('bill'))).rejects.toMatchObject({
    code: 'provider_broke_contract',
  })
})

it('cancels an order in progress, and none that is complete, where the BSS has the call', async () => {
  const profile = BssProfile.parse({ orders: { cancel: true } })
  const deliveryProvider = createTmfDeliveryProvider({ ...tmf(), profile })
  const isDelivered = async (id: string) =>
    (await sandbox.records()).deliveries.some(({ reference }) => reference === id)
  await sandbox.control('/bss/outcomes', { operation: 'order', outcome: 'hold' })
  const held = purchase('bundle')
  const pending = await send(deliveryProvider, held)
  assert(pending.outcome === 'pending')
  await deliveryProvider.cancel?.(held, pending.bssReference)
  expect(await deliveryProvider.findByReference(held)).toMatchObject({ outcome: 'impossible' })
  await sandbox.control('/bss/outcomes/release', { operation: 'order', outcome: 'completed' })
  expect(await isDelivered(held.id)).toBe(false)

  const done = purchase('bundle')
  const delivered = await send(deliveryProvider, done)
  assert(delivered.outcome === 'delivered')
  await deliveryProvider.cancel?.(done, delivered.bssReference)
  expect(await deliveryProvider.findByReference(done)).toMatchObject({ outcome: 'delivered' })
  expect(await isDelivered(done.id)).toBe(true)
  expect(createTmfDeliveryProvider(tmf()).cancel).toBeUndefined()
})

it('refuses airtime for a line without a main bucket', async () => {
  const deliveryProvider = createTmfDeliveryProvider(tmf())
  const unknown = { ...purchase('airtime'), msisdn: '991111111' }
  await expect(deliveryProvider.prepare(unknown)).rejects.toMatchObject({ code: 'provider_broke_contract' })
})

it.each([
  ['bill', 0],
  ['invoice', 1_500_000],
] as const)('finds the unpaid rest after %s', async (kind, left) => {
  const deliveryProvider = createTmfDeliveryProvider(tmf())
  const bought = purchase(kind)
  expect(await send(deliveryProvider, bought)).toMatchObject({ outcome: 'delivered', remaining: money('MWK', left) })
})

it('reports a bill payment as delivered, with or without an unpaid rest from billing', async () => {
  await sandbox.injectFault({ provider: 'bss', operation: 'billingAccount.read', kind: 'error_before', times: 30 })
  const result = await send(createTmfDeliveryProvider(tmf()), purchase('bill'))
  expect(result).toMatchObject({ outcome: 'delivered' })
  expect(result).not.toHaveProperty('remaining')
})

it('leaves a delivery pending when it was accepted and cannot be queried', async () => {
  await sandbox.control('/bss/outcomes', { operation: 'topup', outcome: 'hold' })
  await sandbox.injectFault({ provider: 'bss', operation: 'topupBalance.read', kind: 'error_before', times: 30 })
  expect(await send(createTmfDeliveryProvider(tmf()), purchase('airtime'))).toMatchObject({ outcome: 'pending' })
})

it('refuses a payment for a lead that the BSS does not have', async () => {
  const unknown = { ...purchase('plan'), leadReference: 'HB-NOBO-DY00' }
  await expect(createTmfDeliveryProvider(tmf()).prepare(unknown)).rejects.toMatchObject({
    code: 'provider_broke_contract',
  })
})

it('refuses a payment for an order that was refused in the meantime', async () => {
  await sandbox.control(`/bss/leads/${goods.plan.leadReference}`, { status: 'rejected' })
  expect(await send(createTmfDeliveryProvider(tmf()), purchase('plan'))).toMatchObject({ outcome: 'impossible' })
})
