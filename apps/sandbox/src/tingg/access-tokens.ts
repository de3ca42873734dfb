import { randomBytes } from 'node:crypto'

/** Bearer tokens of the OAuth 2 client credentials flow. */
export class AccessTokens {
  readonly #now: () => Date
  readonly #expiresAtMs = new Map<string, number>()

  constructor(now: () => Date) {
    this.#now = now
  }

  issue(lifeSeconds: number): string {
    const token = randomBytes(24).toString('base64url')
    this.#expiresAtMs.set(token, this.#now().getTime() + lifeSeconds * 1000)
    return token
  }

  isValid(authorization: string | undefined): boolean {
    const [, token = ''] = /^Bearer (.+)$/.exec(authorization ?? '') ?? []
    return this.#now().getTime() < (this.#expiresAtMs.get(token) ?? 0)
  }

  /** The next call of everybody meets 401. */
  clear(): void {
    this.#expiresAtMs.clear()
  }
}
