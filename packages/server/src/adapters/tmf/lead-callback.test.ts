import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tmfV4 } from './profile.ts'
import { createTmfLeadCallbackReader } from './tmf-lead-subscriptions.ts'

const reader = createTmfLeadCallbackReader()
const read = (event: unknown, by = reader) => by.read(Buffer.from(JSON.stringify(event)))
const changed = { eventId: '1', eventTime: '2026-11-20T08:00:00Z', eventType: 'salesLeadStateChangeEvent' }

it.each([
  ['under its name', { salesLead: { id: 'LD-1', status: 'accepted' } }],
  ['under its name with a capital', { SalesLead: { id: 'LD-1' } }],
  ['by itself', { id: 'LD-1', '@type': 'SalesLead' }],
])('returns the changed order, %s', (_how, event) => {
  expect(read({ ...changed, event })).toEqual({ bssReference: 'LD-1' })
})

it('reads an id that is a number', () => {
  expect(read({ ...changed, event: { salesLead: { id: 7 } } })).toEqual({ bssReference: '7' })
})

it.each(['SalesLeadStateChangeEvent', 'SALESLEADSTATECHANGEEVENT', 'salesLeadAttributeValueChangeEvent'])(
  'accepts %s',
  (eventType) => {
    expect(read({ ...changed, eventType, event: { salesLead: { id: 'LD-1' } } })).toEqual({ bssReference: 'LD-1' })
  },
)

it("accepts the event names of the operator's profile", () => {
  const own = createTmfLeadCallbackReader({ ...tmfV4, leads: { ...tmfV4.leads, events: ['LeadMovedNotification'] } })
  const event = { ...changed, eventType: 'leadMovedNotification', event: { id: 'LD-1' } }
  expect(read(event, own)).toEqual({ bssReference: 'LD-1' })
  expect(read(event)).toBe('of_no_interest')
})

it.each(['salesLeadCreateEvent', 'paymentStateChangeEvent'])('ignores %s', (eventType) => {
  expect(read({ ...changed, eventType, event: { payment: { id: 'PM-1' } } })).toBe('of_no_interest')
})

it.each([
  ['nothing', ''],
  ['no JSON', 'eventType=salesLeadStateChangeEvent'],
  ['no object', '[]'],
  ['no type', '{"event":{"salesLead":{"id":"LD-1"}}}'],
  ['no event', '{"eventType":"salesLeadStateChangeEvent"}'],
  ['no id', '{"eventType":"salesLeadStateChangeEvent","event":{"salesLead":{"status":"accepted"}}}'],
  ['an id that is none', '{"eventType":"salesLeadStateChangeEvent","event":{"salesLead":{"id":{}}}}'],
])('refuses the unreadable callback %s', (_what, text) => {
  expect(reader.read(Buffer.from(text))).toBe('unreadable')
})

it('returns an order or a refusal for any input', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.jsonValue().map((event) => Buffer.from(JSON.stringify({ ...changed, event }))),
    fc.constantFrom('['.repeat(30_000), '{"event":'.repeat(3_000)).map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(anything, (body) => {
      const reading = reader.read(body)
      if (typeof reading === 'object') expect(reading.bssReference).toEqual(expect.any(String))
      else expect(['unreadable', 'of_no_interest']).toContain(reading)
    }),
    { numRuns: 300 },
  )
})
