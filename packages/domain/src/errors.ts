import type { Admission } from './rate-limits/rate-limit.ts'

const statusByCode = {
  invalid_request: 400,
  wrong_signature: 401,
  not_found: 404,
  not_offered: 404,
  illegal_transition: 409,
  idempotency_conflict: 409,
  too_many_requests: 429,
  provider_broke_contract: 502,
  overloaded: 503,
  database_unavailable: 503,
  provider_unreachable: 504,
} as const

export type ErrorCode = keyof typeof statusByCode

interface PortalErrorOptions extends ErrorOptions {
  /** The reason why nothing was sent at all. When it is absent, something may have been sent. */
  readonly notSent?: string | undefined
}

/** A failure with a name. Any other thrown value is a bug. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly code: ErrorCode
  readonly notSent: string | undefined

  constructor(code: ErrorCode, message: string, options?: PortalErrorOptions) {
    super(message, options)
    this.code = code
    this.notSent = options?.notSent
  }

  get status(): number {
    return statusByCode[this.code]
  }
}

/** Throws for limits whose refusal has no page of its own. */
export function failIfRefused(admission: Admission): Exclude<Admission, { readonly outcome: 'refused' }> {
  if (admission.outcome === 'refused') throw new PortalError('too_many_requests', 'A rate limit refused the request')
  return admission
}
