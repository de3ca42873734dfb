import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FaultKind } from '../core/faults.ts'
import { bindPdu, openSmsc, pdu, submitPdu } from './fixture.ts'

let fixture: Awaited<ReturnType<typeof openSmsc>>
beforeEach(async () => {
  fixture = await openSmsc()
})
afterEach(() => fixture.close())

const injectFault = (kind: FaultKind, operation = 'submit_sm') =>
  fixture.world.faults.add({ provider: 'smsc', operation, kind, delayMs: 5, times: 1 })

describe('a submit_sm with an injected fault', () => {
  it.each([
    ['error_before', 'throttled', 0x58, 0],
    ['html_before', 'the queue is full', 0x14, 0],
    ['error_after', 'a system error', 0x08, 1],
    ['delay', 'late', 0x00, 1],
  ] as const)('answers %s with: %s', async (kind, _title, status, shown) => {
    const client = await fixture.bound()
    injectFault(kind)
    expect(await client.ask(submitPdu(2))).toMatchObject({ id: 0x80000004, status, sequence: 2 })
    expect(await fixture.messages()).toHaveLength(shown)
    expect(await client.ask(submitPdu(3))).toMatchObject({ status: 0 })
  })

  it.each([
    ['hang_before', 0],
    ['hang_after', 1],
  ] as const)('gets no answer with %s while the link stays up', async (kind, shown) => {
    const client = await fixture.bound()
    injectFault(kind)
    client.send(submitPdu(2))
    expect(await client.ask(pdu(0x15, 3))).toMatchObject({ id: 0x80000015, sequence: 3 })
    expect(await fixture.messages()).toHaveLength(shown)
  })

  it.each([
    ['reset_before', 0],
    ['reset_after', 1],
  ] as const)('loses its connection with %s', async (kind, shown) => {
    const client = await fixture.bound()
    injectFault(kind)
    client.send(submitPdu(2))
    await once(client.socket.resume(), 'close')
    expect(await fixture.messages()).toHaveLength(shown)
  })

  it('is answered with octets that are not a PDU', async () => {
    const client = await fixture.bound()
    injectFault('garbage_after')
    await expect(client.ask(submitPdu(2))).rejects.toThrow(RangeError)
    expect(await fixture.messages()).toHaveLength(1)
  })
})

it('has counterparts for the bind and the enquiry', async () => {
  const client = await fixture.connect()
  injectFault('error_before', 'bind_transceiver')
  expect(await client.ask(bindPdu(1))).toMatchObject({ status: 0x0d })
  await client.ask(bindPdu(2))
  injectFault('hang_before', 'enquire_link')
  client.send(pdu(0x15, 3))
  expect(await client.ask(pdu(0x15, 4))).toMatchObject({ sequence: 4 })
})
