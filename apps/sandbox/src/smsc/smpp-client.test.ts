import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSmsc } from './fixture.ts'

interface Fields {
  readonly [field: string]: unknown
}

/** The part of the untyped npm package that these tests use. */
type Operation = 'bind_transceiver' | 'bind_transmitter' | 'submit_sm' | 'enquire_link' | 'unbind'

type Session = Record<Operation, (fields: Fields, answered: (pdu: Fields) => void) => void> & {
  on(event: string, listener: (pdu: Fields & { response(): unknown }) => void): void
  send(pdu: unknown): void
  destroy(): void
}

const smpp: { connect(options: Fields): Session } = createRequire(import.meta.url)('smpp')

let fixture: Awaited<ReturnType<typeof openSmsc>>
let session: Session
const ask = (operation: Operation, fields: Fields = {}): Promise<Fields> =>
  new Promise((resolve) => session[operation](fields, resolve))

beforeEach(async () => {
  fixture = await openSmsc()
  session = smpp.connect({ host: '127.0.0.1', port: fixture.world.addresses.smppPort })
})
afterEach(async () => {
  session.destroy()
  await fixture.close()
})

const message = {
  source_addr_ton: 5,
  source_addr_npi: 0,
  source_addr: 'Nyanja',
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: '265999000001',
  registered_delivery: 1,
  validity_period: '000000000500000R',
}

it('works with an independent client from bind to unbind', async () => {
  const report = new Promise<Fields>((resolve) => {
    session.on('deliver_sm', (pdu) => {
      session.send(pdu.response())
      resolve(pdu)
    })
  })
  const login = { system_id: 'nyanja', password: 'sandbox', interface_version: 0x34 }
  expect(await ask('bind_transceiver', login)).toMatchObject({ command_status: 0, system_id: 'nyanja-smsc' })
  const answer = await ask('submit_sm', {
    ...message,
    data_coding: 0,
    short_message: 'Moni! 123456\n\n@portal.example #123456',
  })
  expect(answer).toMatchObject({ command: 'submit_sm_resp', command_status: 0 })
  expect(await report).toMatchObject({
    esm_class: 0x04,
    source_addr: '265999000001',
    destination_addr: 'Nyanja',
    receipted_message_id: answer.message_id,
    message_state: 2,
  })
  expect(await fixture.messages()).toMatchObject([
    { id: answer.message_id, text: 'Moni! 123456\n\n@portal.example #123456' },
  ])
  expect(await ask('enquire_link')).toMatchObject({ command: 'enquire_link_resp', command_status: 0 })
  expect(await ask('unbind')).toMatchObject({ command: 'unbind_resp', command_status: 0 })
})

it("shows the client's text in UCS-2 and from message_payload", async () => {
  await ask('bind_transmitter', { system_id: 'nyanja', password: 'sandbox' })
  await ask('submit_sm', { ...message, data_coding: 8, short_message: 'Zikomo ŵanthu' })
  await ask('submit_sm', { ...message, data_coding: 0, message_payload: 'é@'.repeat(200) })
  expect((await fixture.messages()).map(({ text }) => text)).toEqual(['é@'.repeat(200), 'Zikomo ŵanthu'])
})

it('garbles the code line when the client chooses the alphabet: it declares ASCII and sends GSM 03.38', async () => {
  await ask('bind_transmitter', { system_id: 'nyanja', password: 'sandbox' })
  await ask('submit_sm', { ...message, short_message: '@portal.example #123456' })
  expect(await fixture.messages()).toMatchObject([{ text: '\0portal.example #123456' }])
})
