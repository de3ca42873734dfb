import { type FillValues, fillKnown } from '@nyanja/domain/texts/fill'
import { type FailureName, type FailureShape, failures } from '../../../contract/failures.ts'
import type { AwaitsPin } from '../../../contract/pin-key.ts'

/** An answer as it goes over the wire. */
export interface ApiAnswer {
  readonly status: number
  readonly body: string
  /** Of an answer that is none: which. */
  readonly failure?: FailureName
  /** Of one that may be asked again. */
  readonly retryAfterSeconds?: number
  /** The same call may succeed later, so that no idempotency key may hold it. */
  readonly isTemporary?: boolean
}

export function succeeded(result: unknown, message?: string): ApiAnswer {
  return { status: 200, body: JSON.stringify({ statusCode: 200, status: 'success', message, result }) }
}

export interface FailureDetails {
  /** What stands in the places of the message. */
  readonly values?: FillValues
  /** A provider's own words and code, where it gave some. */
  readonly message?: string
  readonly code?: number | string
  readonly retryAfterSeconds?: number | undefined
  readonly result?:
    | AwaitsPin
    | { readonly transactionId: string; readonly transactionStatus: string }
    | { readonly attemptsLeft: number }
    | { readonly challenge: unknown }
}

export function failed(name: FailureName, details: FailureDetails = {}): ApiAnswer {
  const { values = {}, message, code, retryAfterSeconds, result } = details
  const shape: FailureShape = failures[name]
  const body = {
    statusCode: code ?? shape.code ?? shape.http,
    status: 'failure',
    message: fillKnown(message ?? shape.message, values),
    result,
  }
  const again = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  const { isTemporary = false } = shape
  return {
    status: shape.http,
    body: JSON.stringify(body),
    failure: name,
    ...again,
    ...(isTemporary && { isTemporary }),
  }
}
