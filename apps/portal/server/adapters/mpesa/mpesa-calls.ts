import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider, ProviderCall } from '../call-provider.ts'
import { Answer, codeOf, codes, type MpesaAnswer } from './mpesa-codes.ts'
import { defaultMoveTimeoutMs, defaultQueryTimeoutMs, type MpesaOptions } from './mpesa-options.ts'
import { createSession } from './mpesa-session.ts'

export type Parameters = Readonly<Record<string, string>>

export interface MpesaCalls {
  /** A question; tried again when M-Pesa is not reached. */
  ask(operation: string, path: string, parameters: Parameters): Promise<MpesaAnswer>
  /** One try at something that moves money. */
  move(operation: string, path: string, move: Move): Promise<MpesaAnswer>
}

export interface Move {
  readonly method: 'POST' | 'PUT'
  readonly parameters: Parameters
}

/** A new session may take 30 s to open anything. */
const timeoutsMs = [1000, 2000, 4000, 8000, 15_000]
const youthMs = 30_000

export function createMpesaCalls(provider: Provider, options: MpesaOptions): MpesaCalls {
  const { moveTimeoutMs = defaultMoveTimeoutMs, queryTimeoutMs = defaultQueryTimeoutMs } = options
  const { now = Date.now, pause = sleep, country, serviceProviderCode } = options
  const kept = createSession(provider, options)
  const common = { input_Country: country, input_ServiceProviderCode: serviceProviderCode }

  /** Sends again what met a closed door: a call without a good session starts nothing. */
  async function withSession(transmit: (bearer: string) => Promise<MpesaAnswer>): Promise<MpesaAnswer> {
    let session = await kept.get()
    let answer = await transmit(session.bearer)
    if (isLockedOut(answer) && now() >= session.openedAt + youthMs) {
      kept.forget(session)
      session = await kept.get()
      answer = await transmit(session.bearer)
    }
    for (const ms of timeoutsMs) {
      if (!isLockedOut(answer)) break
      await pause(ms)
      answer = await transmit(session.bearer)
    }
    return answer
  }

  return {
    ask(operation, path, parameters) {
      const query = new URLSearchParams({ ...parameters, ...common })
      const call = { operation, timeoutMs: queryTimeoutMs, method: 'GET' } as const
      return withSession((bearer) => provider.ask({ ...call, ...addressed(`${path}/?${query}`, bearer, options) }))
    },
    move(operation, path, { method, parameters }) {
      const body = JSON.stringify({ ...parameters, ...common })
      const call = { operation, timeoutMs: moveTimeoutMs, method, body }
      return withSession((bearer) => provider.send({ ...call, ...addressed(`${path}/`, bearer, options) }))
    },
  }
}

function addressed(path: string, bearer: string, { baseUrl, market, origin = '*' }: MpesaOptions) {
  return {
    url: `${baseUrl}/${market}/${path}`,
    schema: Answer,
    headers: { authorization: `Bearer ${bearer}`, origin, 'content-type': 'application/json' },
  } satisfies Partial<ProviderCall<unknown>>
}

function isLockedOut(answer: MpesaAnswer): boolean {
  const code = codeOf(answer)
  return !answer.ok && answer.status === 401 && (code === undefined || code === codes.invalidKey)
}
