import type { FastifyInstance } from 'fastify'
import { mailPage } from './mail-page.ts'
import type { Mailbox } from './mailbox.ts'

interface MailDoor {
  readonly mailbox: Mailbox
  /** How many of the next mails are refused for now. */
  readonly mood: { refusals: number }
}

const addressQuery = { type: 'object', properties: { to: { type: 'string', maxLength: 254 } } } as const
const refusalBody = {
  type: 'object',
  required: ['times'],
  properties: { times: { type: 'integer', minimum: 0 } },
} as const

/** Control routes by which tests read mail, and the page on which a person does. */
export function registerMailRoutes(app: FastifyInstance, { mailbox, mood }: MailDoor): void {
  app.get<{ Querystring: { to?: string } }>('/__sim/mail', { schema: { querystring: addressQuery } }, ({ query }) =>
    mailbox.of(query.to),
  )

  app.post<{ Body: { times: number } }>('/__sim/mail/refuse', { schema: { body: refusalBody } }, ({ body }, reply) => {
    mood.refusals = body.times
    return reply.code(204).send()
  })

  app.get<{ Querystring: { to?: string } }>('/mail', { schema: { querystring: addressQuery } }, ({ query }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(mailPage(mailbox.of(query.to === '' ? undefined : query.to)).markup),
  )
}
