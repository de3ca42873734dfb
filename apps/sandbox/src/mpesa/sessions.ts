import { randomBytes } from 'node:crypto'
import type { Settings } from './settings.ts'

interface Session {
  readonly usableAtMs: number
  readonly expiresAtMs: number
}

/** The keys of everyday calls. A fresh one opens nothing for a while. */
export class Sessions {
  readonly #now: () => Date
  readonly #settings: Settings
  readonly #byId = new Map<string, Session>()

  constructor(now: () => Date, settings: Settings) {
    this.#now = now
    this.#settings = settings
  }

  open(): string {
    this.#forgetExpired()
    const id = randomBytes(16).toString('hex')
    const nowMs = this.#now().getTime()
    const { sessionDelayMs, sessionMs } = this.#settings
    this.#byId.set(id, { usableAtMs: nowMs + sessionDelayMs, expiresAtMs: nowMs + sessionMs })
    return id
  }

  isUsable(id: string): boolean {
    const session = this.#byId.get(id)
    const nowMs = this.#now().getTime()
    return session !== undefined && session.usableAtMs <= nowMs && nowMs < session.expiresAtMs
  }

  clear(): void {
    this.#byId.clear()
  }

  #forgetExpired(): void {
    const nowMs = this.#now().getTime()
    for (const [id, { expiresAtMs }] of this.#byId) if (expiresAtMs <= nowMs) this.#byId.delete(id)
  }
}
