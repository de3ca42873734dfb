/// <reference path="./smpp.d.ts" />
import { setTimeout as sleep } from 'node:timers/promises'
import { minute } from '@nyanja/domain/time'
import type { Pdu } from 'smpp'
import { PortalError } from '../../common/errors.ts'
import { type BindOptions, type BoundSession, defaultTimeoutMs, type Fields, openBound } from './bound-session.ts'

export interface SmppLinkOptions extends BindOptions {
  /** Pauses before the next attempt to bind. */
  readonly pause?: (ms: number) => Promise<unknown>
}

const backOffMs = [1000, 2000, 4000, 8000, 16_000, 30_000]
const longestBackOffMs = 30_000
// An account that keeps binding after a refusal is locked.
const refusedPauseMs = 5 * minute
const unbindTimeoutMs = 2000

/** One bind, kept alive until it is closed. */
export class SmppLink {
  readonly #options: SmppLinkOptions
  readonly #timeoutMs: number
  readonly #closing = new AbortController()
  readonly #waiting = new Set<(session: BoundSession | PortalError) => void>()
  /** The session, the reason why there is none, or nothing while a bind is in progress. */
  #state: BoundSession | PortalError | undefined
  #isClosed = false

  constructor(options: SmppLinkOptions) {
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
    void this.#keepBound()
  }

  /** Waits for the bind if necessary, but no longer than an answer may take. */
  async submit(fields: Fields): Promise<Pdu> {
    const session = await this.#session()
    return session.request('submit_sm', fields, this.#timeoutMs)
  }

  /** Binds again when the SMSC and the portal disagree about the state of the link. */
  rebind(): void {
    if (isSession(this.#state)) this.#state.drop()
  }

  async close(): Promise<void> {
    const session = this.#state
    this.#become(new PortalError('provider_unreachable', 'smsc: closed'))
    this.#isClosed = true
    if (isSession(session)) await session.request('unbind', {}, unbindTimeoutMs).catch(() => undefined)
    this.#closing.abort()
    if (isSession(session)) await session.ended
  }

  async #keepBound(): Promise<void> {
    const { pause = (ms) => sleep(ms, undefined, { ref: false }) } = this.#options
    let failures = 0

    while (!this.#isClosed) {
      const opened = await openBound(this.#options, this.#closing.signal).catch(asPortalError)
      failures = isSession(opened) ? 0 : failures + 1
      if (isSession(opened) || opened.code === 'provider_broke_contract') this.#become(opened)
      if (isSession(opened)) {
        await opened.ended
        this.#become(undefined)
      }
      if (!this.#isClosed) await pause(pauseMsAfter(opened, failures))
    }
  }

  #become(state: BoundSession | PortalError | undefined): void {
    if (this.#isClosed) return
    this.#state = state
    if (state === undefined) return
    for (const report of this.#waiting) report(state)
    this.#waiting.clear()
  }

  async #session(): Promise<BoundSession> {
    const state = this.#state ?? (await this.#nextState())
    if (isSession(state)) return state
    throw state
  }

  #nextState(): Promise<BoundSession | PortalError> {
    return new Promise((resolve) => {
      const late = new PortalError('provider_unreachable', 'smsc: not bound')
      const timer = setTimeout(() => report(late), this.#timeoutMs)
      const report = (state: BoundSession | PortalError) => {
        clearTimeout(timer)
        this.#waiting.delete(report)
        resolve(state)
      }
      this.#waiting.add(report)
    })
  }
}

function isSession(state: BoundSession | PortalError | undefined): state is BoundSession {
  return state !== undefined && !(state instanceof PortalError)
}

function asPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  throw error
}

function pauseMsAfter(opened: BoundSession | PortalError, failures: number): number {
  if (!isSession(opened) && opened.code === 'provider_broke_contract') return refusedPauseMs
  return backOffMs[failures] ?? longestBackOffMs
}
