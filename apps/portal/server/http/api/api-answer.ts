import { type FillValues, fillKnown } from '@nyanja/domain/texts/fill'
import type { Attempt, Begun, Method } from '@nyanja/server/payments/attempt'
import type { Refusal } from '@nyanja/server/payments/payment-gateway'
import type { Market } from '@nyanja/server/settings/market'
import type { FastifyReply } from 'fastify'
import { type FailureName, type FailureShape, failures, refusals } from '../../../contract/failures.ts'
import type { AwaitsPin } from '../../../contract/pin-key.ts'
import { pinWallets, walletBlocked } from '../../../contract/pin-payment.ts'

/** An answer as it is sent to the client. */
export interface ApiAnswer {
  readonly status: number
  readonly body: string
  /** The name of the failure, if the call failed. */
  readonly failure?: FailureName
  /** The seconds after which the client may retry. */
  readonly retryAfterSeconds?: number
  /** The same call may succeed later, so that no idempotency key may hold it. */
  readonly isTemporary?: boolean
  /** What is stored together with the answer, before it is sent. */
  readonly begun?: Begun
}

export function succeeded(result: unknown, message?: string): ApiAnswer {
  return { status: 200, body: JSON.stringify({ statusCode: 200, status: 'success', message, result }) }
}

interface FailureDetails {
  /** Values for the placeholders of the message. */
  readonly values?: FillValues
  /** The provider's own message and code, where it gave some. */
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
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  const { isTemporary = false } = shape
  return {
    status: shape.http,
    body: JSON.stringify(body),
    failure: name,
    ...retry,
    ...(isTemporary && { isTemporary }),
  }
}

/** The seconds after which a refused caller may retry, by status. */
const usualSeconds: Readonly<Record<number, number>> = { 429: 60, 503: 5 }

export function send(reply: FastifyReply, { status, body, retryAfterSeconds }: ApiAnswer): FastifyReply {
  const retryAfter = retryAfterSeconds ?? usualSeconds[status]
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}

interface RefusalShape {
  readonly code?: number | string
  readonly reason: string
}

interface PinWalletShape {
  readonly wrongPin: number | string
  readonly blocked: string
}

/** Every reason that a provider can give has a message. */
const shapes: Readonly<Record<Refusal, RefusalShape>> = refusals
const byPin: Readonly<Partial<Record<Method, PinWalletShape>>> = pinWallets

/** Tells whether the payer types the wallet's PIN on our page. */
export const isByPin = (method: Method): boolean => byPin[method] !== undefined

export function wrongPinCode({ method }: Pick<Attempt, 'method'>): number | string | undefined {
  return byPin[method]?.wrongPin
}

/** A wallet lets its holder retry, so the PIN that ends a payment was the last one allowed. */
export function refusalShape(method: Method, reason: Refusal): RefusalShape {
  const wallet = byPin[method]
  return wallet !== undefined && reason === 'wrong_pin'
    ? { code: walletBlocked, reason: wallet.blocked }
    : shapes[reason]
}

/** What a channel reads of a payment that the provider has refused. */
export function refusedAnswer(
  { id, method }: Pick<Attempt, 'id' | 'method'>,
  reason: Refusal,
  brand: string,
): ApiAnswer {
  const { code, reason: message } = refusalShape(method, reason)
  return failed('payment_refused', {
    message,
    ...(code === undefined ? {} : { code }),
    result: { transactionId: id, transactionStatus: 'FAILED' },
    values: { product: brand },
  })
}

/**
 * Masks a number as `099•••••67`: its owner recognises it, a stranger cannot call it. It is undefined without a number.
 */
export function maskedNumber(msisdn: string, { numbers, trunkInPaymentPayloads }: Market): string | undefined {
  if (msisdn === '') return undefined
  const hidden = '•'.repeat(Math.max(0, msisdn.length - 4))
  return `${trunkInPaymentPayloads ? numbers.trunk : ''}${msisdn.slice(0, 2)}${hidden}${msisdn.slice(-2)}`
}
