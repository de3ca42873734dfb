import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { createWorld } from '../core/html.ts'
import type { Message } from './inbox.ts'
import { createSmsc, type SmscOptions } from './smsc.ts'

/** Opens a running SMSC with a manual clock, for tests. */
export async function openSmsc(options: SmscOptions = {}) {
  const world = createWorld({ now: () => new Date('2026-11-20T12:05:00Z') })
  const smsc = createSmsc(world, { port: 0, ...options })
  const app = Fastify()
  const clients: RawClient[] = []
  smsc.register(app)
  await smsc.start?.()

  async function connect(): Promise<RawClient> {
    const client = await rawClient(world.addresses.smppPort)
    clients.push(client)
    return client
  }

  return {
    world,
    smsc,
    app,
    connect,
    async bound(id?: number): Promise<RawClient> {
      const client = await connect()
      await client.ask(bindPdu(1, id === undefined ? {} : { id }))
      return client
    },
    async messages(msisdn = '999000001'): Promise<Message[]> {
      return (await app.inject(`/__sim/sms?msisdn=${msisdn}`)).json()
    },
    async close() {
      for (const { socket } of clients) socket.destroy()
      await smsc.stop?.()
      await app.close()
    },
  }
}

/** Builds a PDU by hand, so that tests do not depend on the encoder under test. */
export function pdu(id: number, sequence: number, ...fields: readonly (string | Buffer | number)[]): Buffer {
  const body = Buffer.concat(fields.map(octetsOf))
  const header = Buffer.alloc(16)
  for (const [at, value] of [16 + body.length, id, 0, sequence].entries()) header.writeUInt32BE(value, at * 4)
  return Buffer.concat([header, body])
}

function octetsOf(field: string | Buffer | number): Buffer {
  if (typeof field === 'string') return Buffer.from(`${field}\0`, 'latin1')
  return typeof field === 'number' ? Buffer.of(field) : field
}

export function bindPdu(
  sequence: number,
  { id = 0x09, systemId = 'nyanja', password = 'sandbox', version = 0x34 } = {},
) {
  return pdu(id, sequence, systemId, password, '', version, 0, 0, '')
}

interface Sent {
  readonly from?: string
  readonly to?: string
  readonly octets?: Buffer
  readonly coding?: number
  readonly esmClass?: number
  readonly validity?: string
  readonly registered?: number
  readonly tail?: Buffer
}

export function submitPdu(sequence: number, sent: Sent = {}): Buffer {
  const { from = 'Nyanja', to = '265999000001', octets = Buffer.from('hello'), coding = 1, tail } = sent
  const { esmClass = 0, validity = '', registered = 0 } = sent
  const head = ['', 5, 0, from, 1, 1, to, esmClass, 0, 0, '', validity, registered, 0, coding, 0] as const
  return pdu(0x04, sequence, ...head, octets.length, octets, tail ?? Buffer.alloc(0))
}

interface Answered {
  readonly id: number
  readonly status: number
  readonly sequence: number
  readonly body: Buffer
}

interface RawClient {
  readonly socket: Socket
  send(...octets: readonly Buffer[]): void
  next(): Promise<Answered>
  /** Sends one PDU and waits for the first answer. */
  ask(octets: Buffer): Promise<Answered>
}

async function rawClient(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1')
  let rest = Buffer.alloc(0)
  await once(socket, 'connect')
  const chunks = socket.iterator()

  async function next(): Promise<Answered> {
    while (rest.length < 16 || rest.length < rest.readUInt32BE(0)) {
      const { value, done } = await chunks.next()
      if (done) throw new Error('The connection has ended')
      rest = Buffer.concat([rest, value])
    }
    const whole = rest.subarray(0, rest.readUInt32BE(0))
    rest = rest.subarray(whole.length)
    const [id, status, sequence] = [4, 8, 12].map((at) => whole.readUInt32BE(at))
    return { id: id ?? -1, status: status ?? -1, sequence: sequence ?? -1, body: whole.subarray(16) }
  }

  return {
    socket,
    send: (...octets) => void socket.write(Buffer.concat(octets)),
    next,
    ask(octets) {
      socket.write(octets)
      return next()
    },
  }
}
