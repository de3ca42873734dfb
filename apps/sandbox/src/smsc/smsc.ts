import { createServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isJsonObject, type JsonObject, numberAt, objectsAt, textAt } from '../core/bodies.ts'
import type { Simulator, World } from '../core/simulator.ts'
import type { Login } from './bind.ts'
import { Inbox, type Message } from './inbox.ts'
import { Link, type LinkHost } from './link.ts'
import { MessageDelivery } from './message-delivery.ts'
import { type ReportIds, Reports } from './reports.ts'
import { Timers } from './submission.ts'

interface SmsEntryPoint {
  readonly inbox: Inbox
  readonly countryCode: string
  /** Delivers a message from inside the network, without SMPP. */
  send(message: Pick<Message, 'from' | 'to' | 'text'>): void
}

/** A plus in a query string arrives as a space. */
const number = { type: 'string', pattern: '^[+ ]?[0-9]{7,15}$' } as const

const numberQuery = {
  type: 'object',
  properties: { msisdn: number },
} as const

const messageBody = {
  type: 'object',
  required: ['from', 'to', 'text'],
  properties: {
    from: { type: 'string' },
    to: number,
    text: { type: 'string' },
  },
} as const

/** Control routes for the sandbox phone and tests to read a handset's messages. */
function registerSmsRoutes(app: FastifyInstance, client: SmsEntryPoint): void {
  const full = (msisdn: string): string => {
    const digits = msisdn.replace(/^[+ ]?0?/, '')
    return digits.startsWith(client.countryCode) && digits.length > 9 ? digits : client.countryCode + digits
  }
  const read = (msisdn: string | undefined): readonly Message[] =>
    msisdn === undefined ? client.inbox.all() : client.inbox.of(full(msisdn))

  app.get<{ Querystring: { msisdn?: string } }>('/__sim/sms', { schema: { querystring: numberQuery } }, ({ query }) =>
    read(query.msisdn),
  )

  app.get<{ Querystring: { msisdn?: string } }>(
    '/__sim/sms/latest',
    { schema: { querystring: numberQuery } },
    ({ query }, reply) => read(query.msisdn)[0] ?? reply.code(404).send({ message: 'No message yet' }),
  )

  app.post<{ Body: Pick<Message, 'from' | 'to' | 'text'> }>(
    '/__sim/sms',
    { schema: { body: messageBody } },
    ({ body }, reply) => {
      client.send({ ...body, to: full(body.to) })
      return reply.code(201).send({ to: full(body.to) })
    },
  )

  app.delete('/__sim/sms', (_request, reply) => {
    client.inbox.clear()
    return reply.code(204).send()
  })
}

export interface SmscOptions extends Partial<Login> {
  readonly host?: string
  /** 0 means any free port, to be read from the world's addresses. */
  readonly port?: number
  readonly countryCode?: string
  readonly reportIds?: ReportIds
}

/** The operator's SMSC: SMPP 3.4 on one side, handsets on the other. */
export function createSmsc(world: World, options: SmscOptions = {}): Simulator {
  const { host = '127.0.0.1', port = 2775, countryCode = world.market.callingCode, reportIds = 'hex' } = options
  const { systemId = 'nyanja', password = 'sandbox' } = options
  const timers = new Timers()
  const inbox = new Inbox()
  const reports = new Reports(world, timers)
  const delivery = new MessageDelivery({ world, timers, inbox, reports, countryCode, reportIds })
  const linkHost: LinkHost = {
    world,
    timers,
    login: { systemId, password },
    submit: (body) => delivery.submit(body),
    ready: (link) => reports.add(link),
    lost: (link, unanswered) => reports.remove(link, unanswered),
  }
  const listener = createListener((socket) => void new Link(socket, linkHost))

  return {
    name: 'smsc',
    register: (app) => registerSmsRoutes(app, { inbox, countryCode, send: (message) => delivery.send(message) }),
    async start() {
      world.addresses.smppPort = await listener.listen(host, port)
    },
    async stop() {
      timers.clear()
      await listener.close()
    },
    records: () => ({}),
    snapshot: () => ({ nextId: delivery.nextId, messages: inbox.all() }),
    restore(state) {
      const { nextId = delivery.nextId, messages } = readSnapshot(state)
      delivery.nextId = nextId
      inbox.restore(messages)
    },
    reset() {
      timers.clear()
      reports.clear()
      inbox.clear()
    },
  }
}

function readMessage(saved: JsonObject): Message {
  const [id = '', from = '', to = '', text = '', at = ''] = ['id', 'from', 'to', 'text', 'at'].map((key) =>
    textAt(saved, key),
  )
  return { id, from, to, text, at }
}

/** The state that survives a restart of the SMSC. */
function readSnapshot(state: unknown): { nextId?: number; messages: readonly Message[] } {
  if (!isJsonObject(state)) return { messages: [] }
  const messages = objectsAt(state, 'messages').map(readMessage)
  const nextId = numberAt(state, 'nextId')
  return nextId === undefined ? { messages } : { nextId, messages }
}

/** A TCP listener that can be closed with all its connections. */
function createListener(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    greet(socket)
  })

  return {
    /** Resolves with the port, which matters where 0 was requested. */
    listen: (host: string, port: number) =>
      new Promise<number>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve(address !== null && typeof address === 'object' ? address.port : port)
        })
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
