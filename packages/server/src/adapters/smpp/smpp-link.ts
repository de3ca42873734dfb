/// <reference path="./smpp.d.ts" />
import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { minute } from '@nyanja/domain/time'
import type { Pdu } from 'smpp'
import {
  type BindOptions,
  type BoundSession,
  defaultTimeoutMs,
  type Fields,
  openBound,
  type SmscAddress,
  unbindTimeoutMs,
} from './bound-session.ts'

export interface SmppLinkOptions extends BindOptions {
  /** The addresses of one SMSC, in order of preference. */
  readonly addresses: readonly [SmscAddress, ...SmscAddress[]]
  /** Pauses before the next attempt to bind. */
  readonly pause?: (ms: number) => Promise<unknown>
  readonly now?: () => number
}

const backOffMs = [1000, 2000, 4000, 8000, 16_000, 30_000]
const longestBackOffMs = 30_000
// An account that keeps binding after a refusal is locked.
const refusedPauseMs = 5 * minute

/**
 * Keeps one bind at one of the addresses, from the first message until it is closed: a web process sends none, so it
 * never binds.
 */
export class SmppLink {
  readonly #options: SmppLinkOptions
  readonly #timeoutMs: number
  readonly #closing = new AbortController()
  readonly #waiting = new Set<(session: BoundSession | PortalError) => void>()
  /** The session, the reason why there is none, or nothing while a bind is in progress. */
  #state: BoundSession | PortalError | undefined
  #isClosed = false
  #isStarted = false

  constructor(options: SmppLinkOptions) {
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  }

  /** Waits for the bind if necessary, but no longer than an answer may take. */
  async submit(fields: Fields): Promise<Pdu> {
    this.#start()
    const session = await this.#session()
    try {
      return await session.request('submit_sm', fields, this.#timeoutMs)
    } catch (error) {
      // A silent SMSC may be gone: its other address takes over sooner than at the next regular enquiry.
      void session.request('enquire_link', {}, this.#timeoutMs).catch(session.drop)
      throw error
    }
  }

  /** Binds again when the SMSC and the portal disagree about the state of the link. */
  rebind(): void {
    if (isSession(this.#state)) this.#state.drop()
  }

  async close(): Promise<void> {
    const session = this.#state
    this.#become(new PortalError('provider_unreachable', 'smsc: closed', { notSent: 'not_bound' }))
    this.#isClosed = true
    if (isSession(session)) await session.request('unbind', {}, unbindTimeoutMs).catch(() => undefined)
    this.#closing.abort()
    if (isSession(session)) await session.ended
  }

  #start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    void this.#keepBound()
  }

  async #keepBound(): Promise<void> {
    const { addresses, pause = (ms) => sleep(ms, undefined, { ref: false }), now = Date.now } = this.#options
    const tries = addresses.map((address) => ({ address, failures: 0, dueAt: 0 }))

    while (!this.#isClosed) {
      const next = tries.reduce((earliest, other) => (other.dueAt < earliest.dueAt ? other : earliest))
      const opened = await openBound(next.address, this.#options, this.#closing.signal).catch(asPortalError)
      next.failures = isSession(opened) ? 0 : next.failures + 1
      if (isSession(opened)) {
        this.#become(opened)
        await opened.ended
        this.#become(undefined)
      }
      const at = now()
      next.dueAt = at + pauseMsAfter(opened, next.failures)
      const pauseMs = Math.min(...tries.map(({ dueAt }) => dueAt)) - at
      if (pauseMs <= 0) continue
      if (!isSession(opened) && opened.code === 'provider_broke_contract') this.#become(opened)
      if (!this.#isClosed) await pause(pauseMs)
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
      const late = new PortalError('provider_unreachable', 'smsc: not bound', { notSent: 'not_bound' })
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
