import { hour, minute } from '@nyanja/domain/time'
import { applied } from '@nyanja/server/db/leads/test-leads'
import { leadCallbackPath } from '@nyanja/server/leads/lead-callbacks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let logged: string
beforeEach(async () => {
  logged = ''
  const write = (line: string) => {
    logged += line
  }
  test = await createTestApp({ log: { write } })
})
afterEach(() => test.close())

const changed = (id: unknown) => ({
  eventId: '1',
  eventTime: '2026-11-20T12:00:00Z',
  eventType: 'SalesLeadStateChangeEvent',
  event: { salesLead: { id, status: 'accepted' } },
})

const tokenOfApp = () => test.portal.leadWebhook?.tokens[0] ?? ''

async function call(payload: object | string, token = tokenOfApp()) {
  const headers = { 'content-type': 'application/json;charset=utf-8' }
  const url = `${leadCallbackPath}/${token}`
  const { statusCode, body } = await test.app.inject({ method: 'POST', url, headers, payload })
  return [statusCode, body]
}

const isDue = async () => (await test.stores.dueLeads.toFollow({ limit: 10, leaseMs: 1 })).length > 0

/** Opens an order that was checked a moment ago and is due again in an hour. */
async function openOrder() {
  const { reference } = await test.portal.leads.submit(applied())
  test.clock.ms += 25 * hour
  const [lead] = await test.stores.dueLeads.toFollow({ limit: 1, leaseMs: 1 })
  if (lead === undefined) throw new Error('no lead')
  await test.stores.leadStatusUpdate.scheduleQuery(lead, test.clock.ms + hour)
  test.clock.ms += minute
  return `bss of ${reference}`
}

describe('a callback of the BSS', () => {
  it('schedules a check of the order that it names, and is answered at once', async () => {
    const bssReference = await openOrder()
    expect(await isDue()).toBe(false)
    expect(await call(changed(bssReference))).toEqual([204, ''])
    expect(await isDue()).toBe(true)
  })

  it('changes nothing without the token, or when the portal polls instead', async () => {
    const bssReference = await openOrder()
    for (const token of ['guessed', `${tokenOfApp()}1`, '%00'])
      expect(await call(changed(bssReference), token)).toEqual([404, ''])
    expect(await isDue()).toBe(false)
  })

  it('is accepted about an unknown order or with an event that the portal does not use', async () => {
    await openOrder()
    for (const payload of [changed('LD-404'), changed('a\0b'), { eventType: 'paymentCreateEvent', event: {} }])
      expect(await call(payload)).toEqual([204, ''])
    expect(await isDue()).toBe(false)
  })

  it('is refused when it is malformed, and not read when it is too long', async () => {
    await openOrder()
    for (const payload of ['', 'hello', '[]', '{"eventType":7}', changed(null), changed(['LD-1'])])
      expect(await call(payload)).toEqual([400, ''])
    expect((await call({ ...changed('LD-1'), title: 'x'.repeat(40_000) }))[0]).toBe(413)
    expect(await isDue()).toBe(false)
  })

  it('leaves neither its token nor its content in the log, even at a misspelled address', async () => {
    const secret = 'some-secret-token'
    for (const end of ['', '/', '//', '/again', '?x=1']) await call(changed('LD-1'), `${secret}${end}`)
    expect(logged).toContain(leadCallbackPath)
    expect(logged).not.toContain(secret)
    expect(logged).not.toContain('LD-1')
  })
})
