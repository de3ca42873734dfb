import { untilNotBusy } from './until-not-busy.ts'

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

  /** Answers the path to which the portal leads on. Where it is too busy, the visitor presses again later. */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const response = await untilNotBusy(() =>
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
