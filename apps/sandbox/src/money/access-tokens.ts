import { randomBytes } from 'node:crypto'

const lifeMs = 180_000

/** Bearer tokens live 180 seconds, and the answer says so in a string. */
export class AccessTokens {
  readonly #now: () => Date
  readonly #expiresAtMs = new Map<string, number>()

  constructor(now: () => Date) {
    this.#now = now
  }

  issue(): { readonly access_token: string; readonly expires_in: string; readonly token_type: string } {
    this.#forgetExpired()
    const token = randomBytes(24).toString('base64url')
    this.#expiresAtMs.set(token, this.#now().getTime() + lifeMs)
    return { access_token: token, expires_in: String(lifeMs / 1000), token_type: 'bearer' }
  }

  isValid(token: string): boolean {
    return this.#now().getTime() < (this.#expiresAtMs.get(token) ?? 0)
  }

  /** The next call of everybody meets 401. */
  clear(): void {
    this.#expiresAtMs.clear()
  }

  /** The oldest stand first. */
  #forgetExpired(): void {
    const nowMs = this.#now().getTime()
    for (const [token, expiresAtMs] of this.#expiresAtMs) {
      if (expiresAtMs > nowMs) return
      this.#expiresAtMs.delete(token)
    }
  }
}
