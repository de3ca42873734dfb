import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bindPdu, openSmsc, pdu, submitPdu } from './fixture.ts'

let fixture: Awaited<ReturnType<typeof openSmsc>>
beforeEach(async () => {
  fixture = await openSmsc()
})
afterEach(() => fixture.close())

describe('an SMPP bind', () => {
  it.each([
    ['transceiver', 0x09],
    ['transmitter', 0x02],
    ['receiver', 0x01],
  ])("is accepted as %s with the SMSC's name", async (_name, id) => {
    const client = await fixture.connect()
    const answer = await client.ask(bindPdu(7, { id }))
    expect(answer).toMatchObject({ id: 0x80000000 + id, status: 0, sequence: 7 })
    expect(answer.body).toEqual(Buffer.from('nyanja-smsc\0\x02\x10\x00\x01\x34', 'latin1'))
  })

  it.each([
    ['an unknown system id', { systemId: 'stranger' }, 0x0f],
    ['a wrong password', { password: 'guess' }, 0x0e],
    ['a version that is too old', { version: 0x31 }, 0x0d],
  ])('is refused as %s without a body', async (_name, wrong, status) => {
    const client = await fixture.connect()
    expect(await client.ask(bindPdu(1, wrong))).toMatchObject({ id: 0x80000009, status, body: Buffer.alloc(0) })
  })

  it('is refused a second time, and required before a message', async () => {
    const client = await fixture.connect()
    expect(await client.ask(submitPdu(1))).toMatchObject({ id: 0x80000004, status: 0x04 })
    await client.ask(bindPdu(2))
    expect(await client.ask(bindPdu(3))).toMatchObject({ status: 0x05 })
    const receiver = await fixture.bound(0x01)
    expect(await receiver.ask(submitPdu(2))).toMatchObject({ status: 0x04 })
  })
})

describe('an SMPP link', () => {
  it('answers enquire_link, and unbind with the end of the connection', async () => {
    const client = await fixture.bound()
    expect(await client.ask(pdu(0x15, 2))).toMatchObject({ id: 0x80000015, status: 0, sequence: 2 })
    expect(await client.ask(pdu(0x06, 3))).toMatchObject({ id: 0x80000006, status: 0, sequence: 3 })
    await once(client.socket, 'close')
  })

  it('answers an unknown command and an unreadable body with generic_nack', async () => {
    const client = await fixture.bound()
    expect(await client.ask(pdu(0x77, 2))).toMatchObject({ id: 0x80000000, status: 0x03, sequence: 2 })
    expect(await client.ask(pdu(0x04, 3, 'short'))).toMatchObject({ id: 0x80000000, status: 0x02, sequence: 3 })
  })

  it('is closed after an impossible length', async () => {
    const client = await fixture.bound()
    expect(await client.ask(Buffer.alloc(16, 0xff))).toMatchObject({ id: 0x80000000, status: 0x02 })
    await once(client.socket, 'close')
  })

  it('reads PDUs that arrive in parts and several at once', async () => {
    const client = await fixture.bound()
    const octets = Buffer.concat([submitPdu(2), submitPdu(3)])
    client.send(octets.subarray(0, 11))
    await fixture.messages()
    client.send(octets.subarray(11))
    expect([await client.next(), await client.next()]).toMatchObject([{ sequence: 2 }, { sequence: 3 }])
  })
})

describe('an SMPP message', () => {
  it('is answered with its id and shown on the handset, newest first', async () => {
    const client = await fixture.bound()
    const first = await client.ask(submitPdu(2, { octets: Buffer.from('one') }))
    await client.ask(submitPdu(3, { octets: Buffer.from('two') }))
    const id = first.body.toString('latin1').replace('\0', '')
    expect(await fixture.messages('265999000001')).toMatchObject([
      { text: 'two' },
      { id, from: 'Nyanja', to: '265999000001', text: 'one', at: '2026-11-20T12:05:00.000Z' },
    ])
  })

  it.each([
    ['a national number', { to: '0999000001' }, 0x0b],
    ['a number abroad', { to: '27821234567' }, 0x0b],
    ['a sender of twelve letters', { from: 'NyanjaMobile' }, 0x0a],
    ['a validity that is no time', { validity: '5 minutes' }, 0x62],
    ['an alphabet that no handset has', { coding: 5 }, 0x45],
  ])('is refused for %s', async (_name, wrong, status) => {
    const client = await fixture.bound()
    expect(await client.ask(submitPdu(2, wrong))).toMatchObject({ id: 0x80000004, status })
    expect(await fixture.messages()).toEqual([])
  })

  it('may be longer than 254 octets as message_payload', async () => {
    const client = await fixture.bound()
    const payload = Buffer.from('x'.repeat(300))
    const tail = Buffer.concat([Buffer.of(0x04, 0x24, 0x01, 0x2c), payload])
    await client.ask(submitPdu(2, { octets: Buffer.alloc(0), tail }))
    expect((await fixture.messages())[0]?.text).toHaveLength(300)
    expect(await client.ask(submitPdu(3, { tail }))).toMatchObject({ status: 0x01 })
  })

  it('is assembled from its parts in any order', async () => {
    const client = await fixture.bound()
    const part = (number: number, text: string) => ({
      esmClass: 0x40,
      octets: Buffer.concat([Buffer.of(5, 0, 3, 9, 2, number), Buffer.from(text)]),
    })
    await client.ask(submitPdu(2, part(2, 'world')))
    expect(await fixture.messages()).toEqual([])
    await client.ask(submitPdu(3, part(1, 'Hello ')))
    expect(await fixture.messages()).toMatchObject([{ text: 'Hello world' }])
  })

  it('is assembled from parts that TLVs identify', async () => {
    const client = await fixture.bound()
    const part = (number: number) => Buffer.of(2, 12, 0, 2, 1, 1, 2, 14, 0, 1, 2, 2, 15, 0, 1, number)
    await client.ask(submitPdu(2, { tail: part(1), octets: Buffer.from('Hello ') }))
    await client.ask(submitPdu(3, { tail: part(2), octets: Buffer.from('again') }))
    expect(await fixture.messages()).toMatchObject([{ text: 'Hello again' }])
  })

  it('is accepted three hundred times in a burst, of which a handset keeps the last fifty', async () => {
    const client = await fixture.bound()
    const all = Array.from({ length: 300 }, (_, at) => submitPdu(at + 2, { octets: Buffer.from(`m${at}`) }))
    client.send(...all)
    for (let answers = 0; answers < 300; answers++) expect((await client.next()).status).toBe(0)
    const messages = await fixture.messages()
    expect(messages).toHaveLength(50)
    expect(messages[0]?.text).toBe('m299')
  })
})

describe('the control API of the SMSC', () => {
  it('shows the latest message, accepts one from inside the network, and deletes all', async () => {
    const { app } = fixture
    expect((await app.inject('/__sim/sms/latest?msisdn=999000002')).statusCode).toBe(404)
    const payload = { from: 'NyanjaMoney', to: '999000002', text: 'You have MWK 5' }
    expect((await app.inject({ method: 'POST', url: '/__sim/sms', payload })).statusCode).toBe(201)
    const latest = await app.inject('/__sim/sms/latest?msisdn=%2B265999000002')
    expect(latest.json()).toMatchObject({ ...payload, to: '265999000002' })
    expect((await app.inject({ method: 'DELETE', url: '/__sim/sms' })).statusCode).toBe(204)
    expect((await app.inject('/__sim/sms')).json()).toEqual([])
    expect((await app.inject('/__sim/sms?msisdn=me')).statusCode).toBe(400)
  })

  it('keeps messages and ids over a restart, and nothing after a reset', async () => {
    const client = await fixture.bound()
    const { body } = await client.ask(submitPdu(2))
    const other = await openSmsc()
    other.smsc.restore(JSON.parse(JSON.stringify(fixture.smsc.snapshot())))
    expect(await other.messages()).toEqual(await fixture.messages())
    const next = await (await other.bound()).ask(submitPdu(2))
    expect(next.body).not.toEqual(body)
    await other.close()
    fixture.smsc.reset()
    expect(await fixture.messages()).toEqual([])
  })
})
