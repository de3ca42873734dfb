import { randomBytes } from 'node:crypto'

interface Kept<Grant> {
  readonly grant: Grant
  readonly expiresAtMs: number
}

/** Bearer tokens of one kind, all with the same lifetime. */
export class Tokens<Grant> {
  readonly #now: () => Date
  readonly #kept = new Map<string, Kept<Grant>>()
  readonly lifeMs: number

  constructor(now: () => Date, lifeMs: number) {
    this.#now = now
    this.lifeMs = lifeMs
  }

  issue(grant: Grant): string {
    this.#forgetExpired()
    const token = randomBytes(24).toString('base64url')
    this.#kept.set(token, { grant, expiresAtMs: this.#now().getTime() + this.lifeMs })
    return token
  }

  /** Finds the grant by the token of the header `authorization`: undefined when that is unknown or expired. */
  grantOf(header: unknown): Grant | undefined {
    const [, token = ''] = /^Bearer (.+)$/i.exec(String(header)) ?? []
    const kept = this.#kept.get(token)
    return kept && this.#now().getTime() < kept.expiresAtMs ? kept.grant : undefined
  }

  clear(): void {
    this.#kept.clear()
  }

  /** The map keeps the order of issue, so the first token that is not expired ends the loop. */
  #forgetExpired(): void {
    const nowMs = this.#now().getTime()
    for (const [token, { expiresAtMs }] of this.#kept) {
      if (expiresAtMs > nowMs) return
      this.#kept.delete(token)
    }
  }
}
