export interface FreshToken {
  readonly token: string
  readonly lifeMs: number
}

export interface AccessToken {
  get(): Promise<string>
  /** Fetches anew at the next use, unless that has been done since this one was handed out. */
  forget(token: string): void
}

/** Callers that come while a token is being fetched share the one fetch; it is replaced before its life is over. */
export function createAccessToken(fetchToken: () => Promise<FreshToken>, now: () => number): AccessToken {
  let kept: { readonly token: string; readonly goodUntil: number } | undefined
  let underway: Promise<string> | undefined

  async function refresh(): Promise<string> {
    try {
      const { token, lifeMs } = await fetchToken()
      kept = { token, goodUntil: now() + lifeMs * 0.8 }
      return token
    } finally {
      underway = undefined
    }
  }

  return {
    async get() {
      if (kept !== undefined && now() < kept.goodUntil) return kept.token
      underway ??= refresh()
      return underway
    },
    forget(token) {
      if (kept?.token === token) kept = undefined
    },
  }
}
