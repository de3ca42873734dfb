/** A browser without script: it posts forms and follows where the portal leads. */
// @ts-nocheck

export class Visitor {
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Answers the path to which the portal leads on. */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const response = await fetch(this.#origin + path, {
      method: 'POST',
      headers: { origin: this.#origin },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${path} led nowhere: HTTP ${response.status}`)
    const { pathname, search } = new URL(location, this.#origin)
    return pathname + search
  }
}
