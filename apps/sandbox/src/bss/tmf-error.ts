import type { JsonObject } from '../core/bodies.ts'

const kinds = {
  400: { code: 'invalidRequest', reason: 'Bad Request' },
  404: { code: 'notFound', reason: 'Not Found' },
} as const

/** A refusal in the format of TMF630. */
export class TmfError extends Error {
  override readonly name = 'TmfError'
  readonly status: keyof typeof kinds

  constructor(status: keyof typeof kinds, message: string) {
    super(message)
    this.status = status
  }

  get body(): JsonObject & { readonly reason: string } {
    return { '@type': 'Error', ...kinds[this.status], message: this.message, status: String(this.status) }
  }
}

export const notFound = (what: string, id: string | undefined) =>
  new TmfError(404, `There is no ${what} ${id ?? ''}`.trim())
