const statusByCode = {
  invalid_request: 400,
  wrong_signature: 401,
  not_found: 404,
  illegal_transition: 409,
  idempotency_conflict: 409,
  too_many_requests: 429,
  provider_broke_contract: 502,
  overloaded: 503,
  database_unavailable: 503,
  provider_unreachable: 504,
} as const

export type ErrorCode = keyof typeof statusByCode

/** A failure we have a name for. Anything else that is thrown is a bug. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  get status(): number {
    return statusByCode[this.code]
  }
}
