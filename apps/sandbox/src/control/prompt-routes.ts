import type { FastifyInstance } from 'fastify'
import { objectIn, textIn } from '../core/bad-body.ts'
import { recordRoutes } from './record-routes.ts'

export interface Prompts<Payment> {
  /** Where they live: `/__sim/acme/prompts`. */
  readonly path: string
  /** All that wait, or those of one handset. */
  waiting(msisdn?: string): readonly Payment[]
  find(id: string): Payment | undefined
  approve(payment: Payment, pin: string): void
  hadWrongPin(payment: Payment): boolean
  refuse(payment: Payment): void
  /** The one that its owner would type. */
  pinFor(payment: Payment): string
  promptView(payment: Payment): object
  paymentView(payment: Payment): object
}

/** What stands on handsets, and what their owners do about it. */
export function registerPromptRoutes<Payment>(app: FastifyInstance, prompts: Prompts<Payment>): void {
  const { path, find, paymentView } = prompts
  const { on } = recordRoutes(app, { path, what: 'prompt', find, view: paymentView })

  app.get<{ Querystring: { msisdn?: string } }>(path, async ({ query: { msisdn } }) =>
    prompts.waiting(msisdn).map((payment) => prompts.promptView(payment)),
  )

  on('approve', (payment, body) => {
    prompts.approve(payment, textIn(objectIn(body), 'pin'))
    return prompts.hadWrongPin(payment) ? { status: 403 } : undefined
  })

  on('refuse', (payment) => {
    prompts.refuse(payment)
    return undefined
  })

  app.post(`${path}/approve-all`, async () => {
    const waiting = prompts.waiting()
    for (const payment of waiting) prompts.approve(payment, prompts.pinFor(payment))
    return { approved: waiting.length }
  })
}
