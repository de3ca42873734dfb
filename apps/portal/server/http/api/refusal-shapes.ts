import type { Attempt, Method } from '@nyanja/server/payments/attempt'
import type { Refusal } from '@nyanja/server/payments/payment-gateway'
import { pinWallets, walletBlocked } from '../../../contract/pin-wallets.ts'
import { refusals } from '../../../contract/refusals.ts'
import { type ApiAnswer, failed } from './api-answer.ts'

interface RefusalShape {
  readonly code?: number | string
  readonly reason: string
}

interface PinWalletShape {
  readonly wrongPin: number | string
  readonly blocked: string
}

/** Every reason that a provider can give has its words. */
const shapes: Readonly<Record<Refusal, RefusalShape>> = refusals
const byPin: Readonly<Partial<Record<Method, PinWalletShape>>> = pinWallets

/** Whether the payer types his PIN with us, for the wallet. */
export const isByPin = (method: Method): boolean => byPin[method] !== undefined

export function wrongPinCode({ method }: Pick<Attempt, 'method'>): number | string | undefined {
  return byPin[method]?.wrongPin
}

/** A wallet lets its holder try again, so a PIN that ends a payment is the last one. */
export function refusalShape(method: Method, reason: Refusal): RefusalShape {
  const wallet = byPin[method]
  return wallet !== undefined && reason === 'wrong_pin'
    ? { code: walletBlocked, reason: wallet.blocked }
    : shapes[reason]
}

/** What a channel is told of a payment that the provider has refused. */
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
