import type { FastifyInstance } from 'fastify'
import { objectIn, oneOf } from '../core/bad-body.ts'
import { type Records, recordRoutes } from './record-routes.ts'

export interface Turning<Entry, Turn extends string> extends Omit<Records<Entry>, 'what'> {
  /** The last part of the path, and the field that names the turn. */
  readonly verb: 'pay' | 'turn'
  readonly field: 'outcome' | 'to'
  readonly turns: readonly Turn[]
  /** False: it is too late for this one. */
  take(entry: Entry, turn: Turn): boolean
  tooLate(entry: Entry): string
}

/** Payments, and what a test may make of them without a customer. */
export function registerOutcomes<Entry, Turn extends string>(
  app: FastifyInstance,
  { verb, field, turns, take, tooLate, ...records }: Turning<Entry, Turn>,
) {
  const { look, on } = recordRoutes(app, { ...records, what: 'payment' })
  look()
  on(verb, (entry, body) => {
    const isDone = take(entry, oneOf(objectIn(body), field, turns))
    return isDone ? undefined : { status: 409, message: tooLate(entry) }
  })
  return { on }
}
