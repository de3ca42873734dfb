import { setTimeout as sleep } from 'node:timers/promises'

const mostTries = 60

/** A browser without script: it posts forms and follows where the portal leads. */
export class Visitor {
  readonly #origin: string
  readonly #publicOrigin: string
  /** Limits of an address concern this visitor alone. */
  readonly #address = `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`

  /** `publicOrigin` where the process is one of several and listens elsewhere. */
  constructor(origin: string, publicOrigin = origin) {
    this.#origin = origin
    this.#publicOrigin = publicOrigin
  }

  /** Answers the path to which the portal leads on. While the portal is too busy, the visitor retries. */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const response = await retryWhileBusy(() =>
      fetch(this.#origin + path, {
        method: 'POST',
        headers: { origin: this.#publicOrigin, 'x-forwarded-for': this.#address },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    )
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${path} led nowhere: HTTP ${response.status}`)
    const { pathname, search } = new URL(location, this.#publicOrigin)
    return pathname + search
  }
}

/** Repeats a call every second while the answer is HTTP 503. Returns the last answer, whatever it is. */
export async function retryWhileBusy<Answer extends { readonly status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; tries < mostTries; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await sleep(1_000)
  }
  return ask()
}
