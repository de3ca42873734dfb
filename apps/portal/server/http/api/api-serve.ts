import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { isSameSecret } from '@nyanja/server/common/seal'
import type { Idempotency } from '@nyanja/server/payments/idempotency'
import type { Payments } from '@nyanja/server/payments/payments'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FailureName } from '../../../contract/failures.ts'
import {
  type CommonHeader,
  commonHeaders,
  endUserHeader,
  idempotencyKey,
  type Operation,
} from '../../../contract/fields.ts'
import { type ApiAnswer, failed, send, succeeded } from './api-answer.ts'

/** Answers that reveal that a number or an account does not exist. */
const misses: readonly FailureName[] = [
  'invalid_number',
  'invalid_wallet',
  'no_wallet',
  'unknown_account',
  'unknown_lead',
]

function isMiss(failure: FailureName | undefined): boolean {
  return failure !== undefined && misses.includes(failure)
}

export interface Api {
  readonly app: FastifyInstance
  readonly readCaller: (headers: FastifyRequest['headers']) => Caller
  readonly idempotency: Pick<Idempotency, 'once'>
  readonly payments: Pick<Payments, 'beginNew'>
  /** What the market sells. */
  readonly sells: readonly OrderKind[]
  /** The limit `api_lookup`. */
  readonly lookups: Pick<RateLimit, 'isWithin' | 'countMiss'>
}

export interface Call<Input, Result> {
  readonly input: Input
  readonly client: string
  /** A digest of the customer for whom the client calls, where it names one. */
  readonly endUser?: string
  /** The token that proves the wallet holder's consent, where the operation requires one. */
  readonly token: string
  readonly succeed: (result: Result, message?: string) => ApiAnswer
}

type ReadCall<Input> = Omit<Call<Input, never>, 'succeed'> | { readonly problem: ApiAnswer }

type ResultOf<Answer extends z.ZodType> = z.input<Answer> extends { result: infer Result } ? Result : never

/** Serves an operation of the contract: fixed headers, then schema, then one use case, then the wire shape. */
export function serve<Input extends z.ZodType, Answer extends z.ZodType>(
  { app, readCaller, idempotency, payments, lookups, sells }: Api,
  operation: Operation<Input, Answer>,
  work: (call: Call<z.output<Input>, ResultOf<Answer>>) => Promise<ApiAnswer>,
  /** Tells whether the work changes nothing but by what its answer begins. */
  isRepeatable: (input: z.output<Input>) => boolean = () => false,
): void {
  const { method, path, takesKey, takesToken = false } = operation

  async function readCall(request: FastifyRequest): Promise<ReadCall<z.output<Input>>> {
    const caller = readCaller(request.headers)
    if ('wrong' in caller) return { problem: failed('bad_header', { values: { header: caller.wrong } }) }
    const token = takesToken ? bearerIn(request.headers) : ''
    if (token === undefined) return { problem: failed('token_missing') }
    const reading = readInput(operation, method === 'GET' ? request.query : request.body)
    if ('problem' in reading) return reading
    if (operation.sells !== undefined && !sells.includes(operation.sells)) return { problem: failed('not_offered') }
    return { ...caller, token, input: reading.input }
  }

  /** Known numbers are always answered; only lookups that miss are counted, and refused beyond the limit. */
  async function answerMiss({ client, endUser }: Omit<Call<unknown, never>, 'succeed'>, miss: ApiAnswer) {
    const subjects = endUser === undefined ? { channel: client } : { endUser }
    if (!(await lookups.isWithin(subjects))) return failed('too_many_requests')
    await lookups.countMiss(subjects)
    return miss
  }

  async function answer(request: FastifyRequest): Promise<ApiAnswer> {
    const read = await readCall(request)
    if ('problem' in read) return read.problem
    const { client, input } = read
    const run = async () => {
      const answered = await work({ ...read, succeed: succeeded })
      return isMiss(answered.failure) ? answerMiss(read, answered) : answered
    }
    const key = request.headers[idempotencyKey]
    if (!takesKey || key === undefined) {
      const answered = await run()
      if (answered.begun !== undefined) await payments.beginNew(answered.begun)
      return answered
    }
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) return failed('bad_key')
    return idempotency.once({ client, key, bodyHash: hashOf(path, input) }, run, { isRepeatable: isRepeatable(input) })
  }

  app.route({
    method,
    url: path,
    // The key is checked before the body is read: a caller without one learns nothing of what is wrong with the body.
    onRequest: async ({ headers }, reply) => {
      const caller = readCaller(headers)
      if ('wrong' in caller && caller.wrong === 'x-api-key') return send(reply, failed('unknown_client'))
    },
    handler: async (request, reply) => send(reply, await answer(request)),
  })
}

/** Reads `Bearer …`, as `verify-user` gave it out. */
function bearerIn({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  return /^bearer ([\x21-\x7e]{1,200})$/i.exec(authorization)?.[1]
}

// Hashes the parsed input: another order of members, or unknown members, make no other call.
function hashOf(path: string, input: unknown): string {
  return hash('sha256', `${path}\n${JSON.stringify(input)}`)
}

type Reading<Input> = { readonly input: Input } | { readonly problem: ApiAnswer }

function readInput<Input extends z.ZodType>({ input }: Operation<Input>, sent: unknown): Reading<z.output<Input>> {
  // The messages of the contract's own fields win over these.
  const reading = input.safeParse(sent, { error: (issue) => `Invalid ${fieldOf(issue) || 'body'}` })
  if (reading.success) return { input: reading.data }
  return { problem: failed('bad_input', { message: reading.error.issues[0]?.message ?? '' }) }
}

/** An unknown member has no path. */
function fieldOf({ path = [], ...issue }: z.core.$ZodRawIssue): string {
  const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : []
  return [...path, ...(unknown === undefined ? [] : [unknown])].join('.')
}

type Caller =
  | {
      readonly client: string
      /** Returns a digest of the customer for whom the client calls, where it names one. */
      readonly endUser?: string
    }
  | { readonly wrong: string }

const longest = 100

/** Reads the fixed headers; names the first that is missing or invalid. */
export function readCallersBy(
  findClient: FindClient,
  opco: string,
  digestOf: (text: string) => string,
): (headers: IncomingHttpHeaders) => Caller {
  const { 'x-api-key': _key, ...others } = commonHeaders
  const expected = Object.entries<CommonHeader>({ ...others, 'x-opco': { ...others['x-opco'], value: opco } })

  return (headers) => {
    const client = findClient(textOf(headers['x-api-key']))
    if (client === undefined) return { wrong: 'x-api-key' }
    for (const [name, { value }] of expected) {
      const sent = textOf(headers[name])
      if (sent === '' || sent.length > longest || (value !== undefined && sent !== value)) return { wrong: name }
    }
    const endUser = textOf(headers[endUserHeader])
    if (endUser.length > longest) return { wrong: endUserHeader }
    return endUser === '' ? { client } : { client, endUser: digestOf(`${client} ${endUser}`) }
  }
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/** Finds the name of the client that a key belongs to. */
type FindClient = (key: string) => string | undefined

const named = /^([a-z][a-z0-9-]{0,31}):(.+)$/

const digestOf = (key: string) => hash('sha256', key, 'buffer')

/** Each entry is `name:key`, or a key alone, whose client gets a name that does not reveal the key. */
export function findClientAmong(entries: readonly string[]): FindClient {
  const clients = entries.map((entry) => {
    const [, name, key = entry] = named.exec(entry) ?? []
    return { name: name ?? `client-${hash('sha256', key).slice(0, 8)}`, digest: digestOf(key) }
  })
  return (key) => {
    const digest = digestOf(key)
    // Compares all keys, so that the time reveals nothing.
    return clients.reduce<string | undefined>(
      (found, client) => (isSameSecret(client.digest, digest) ? client.name : found),
      undefined,
    )
  }
}
