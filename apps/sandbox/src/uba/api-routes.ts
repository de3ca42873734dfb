import type { FastifyInstance } from 'fastify'
import { readForm } from '../bank/form.ts'
import { pagePath } from './card-house.ts'
import type { Desk } from './desk.ts'
import { register } from './register.ts'
import { verifyText } from './verify.ts'

const base = '/uba/cipg-payportal'
const plainText = 'text/plain; charset=utf-8'

const named = (operation: string) => ({ config: { provider: 'uba', operation } })

/** Forms in, plain text out. */
export function registerApiRoutes(app: FastifyInstance, desk: Desk): void {
  readForm(app)

  app.post(`${base}/regptran`, named('register'), async ({ body }, reply) => {
    const read = register(formIn(body), desk)
    return reply.type(plainText).send('refusal' in read ? read.refusal : `${desk.payments.open(read.terms).id}\r\n`)
  })

  app.post(`${base}/regjtran`, named('register'), async ({ body }) => {
    const read = register(formIn(body), desk)
    if ('refusal' in read) return { registration: { error: read.refusal } }
    return { registration: { transaction: { id: desk.payments.open(read.terms).id } } }
  })

  app.get<{ Querystring: { id?: string } }>(`${base}/paytran`, named('page'), async ({ query: { id = '' } }, reply) =>
    reply.redirect(`${pagePath}/${encodeURIComponent(id)}`, 303),
  )

  app.post(`${base}/confirmation/verify`, named('verify'), async ({ body, url }, reply) => {
    const { searchParams } = new URL(url, 'http://uba')
    return reply.type(plainText).send(verifyText(searchParams, formIn(body), desk))
  })
}

const formIn = (body: unknown): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams())
