import type { FastifyInstance } from 'fastify'
import type { Inbox, Message } from './inbox.ts'

export interface SmsDoor {
  readonly inbox: Inbox
  readonly countryCode: string
  /** A message that comes from inside the network, past SMPP. */
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

/** Control routes by which the sandbox phone and the tests read what arrived on a handset. */
export function registerSmsRoutes(app: FastifyInstance, door: SmsDoor): void {
  const full = (msisdn: string): string => {
    const digits = msisdn.replace(/^[+ ]?0?/, '')
    return digits.startsWith(door.countryCode) && digits.length > 9 ? digits : door.countryCode + digits
  }
  const read = (msisdn: string | undefined): readonly Message[] =>
    msisdn === undefined ? door.inbox.all() : door.inbox.of(full(msisdn))

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
      door.send({ ...body, to: full(body.to) })
      return reply.code(201).send({ to: full(body.to) })
    },
  )

  app.delete('/__sim/sms', (_request, reply) => {
    door.inbox.clear()
    return reply.code(204).send()
  })
}
