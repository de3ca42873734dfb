import { apiHeaders } from '../../environment/api-client.ts'
import type { Artefact } from './artefacts.ts'

export interface Reply {
  readonly status: number
  readonly body: string
  /** Path and query to which the portal leads on. */
  readonly location: string | undefined
  readonly cookie: string | undefined
}

const isForMachines = /^\/(orp|api|auth|cms)\//

/** Calls pages and API without credentials, and keeps every error in an answer. */
export class Caller {
  readonly #origin: string
  readonly #apiKey: string
  readonly errors: Artefact[] = []
  answers = 0

  constructor(origin: string, apiKey: string) {
    this.#origin = origin
    this.#apiKey = apiKey
  }

  form(path: string, fields: Readonly<Record<string, string>>, cookie?: string): Promise<Reply> {
    const headers = { origin: this.#origin, ...(cookie !== undefined && { cookie }) }
    return this.send(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  }

  page(path: string, cookie?: string): Promise<Reply> {
    return this.send(path, cookie === undefined ? {} : { headers: { cookie } })
  }

  async api(path: string, data: object): Promise<Readonly<Record<string, string>>> {
    const headers = { ...apiHeaders, 'x-api-key': this.#apiKey }
    const { body } = await this.send(path, { method: 'POST', headers, body: JSON.stringify({ data }) })
    const parsed: { readonly result?: Readonly<Record<string, string>> } = JSON.parse(body)
    return parsed.result ?? {}
  }

  async send(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(this.#origin + path, { ...init, redirect: 'manual' })
    const body = await response.text()
    const { status, headers } = response
    this.answers++
    if (status >= 400)
      this.errors.push({
        place: isForMachines.test(path) ? 'api error' : 'page error',
        name: `the answer ${status} of ${path.replace(/[?].*/, '')}`,
        text: body,
      })
    const location = headers.get('location')
    const to = location === null ? undefined : new URL(location, this.#origin)
    const cookie = headers.get('set-cookie')?.split(';')[0]
    return { status, body, location: to === undefined ? undefined : to.pathname + to.search, cookie }
  }
}
