import type { Quote } from '@nyanja/domain/money/exchange'
import type { CheckoutType } from '@nyanja/domain/payments/payment-pages'
import type { Attempt, Method } from './attempt.ts'
import { chargeOf, payerOf } from './charge.ts'
import type { PlacedOrder } from './order.ts'

interface Paying {
  readonly method: Method
  readonly payerMsisdn?: string
  readonly email?: string
  readonly quote?: Quote
}

interface AttemptSources {
  readonly gateway: { readonly name: string; readonly checkoutType: CheckoutType; readonly lifeMs: number }
  readonly now: () => number
  readonly newId: () => string
  readonly newReference: () => string
}

/** As it is registered: no provider knows of it. */
export function newAttempt(order: PlacedOrder, payer: Paying, sources: AttemptSources): Attempt {
  const { now, newId, newReference, gateway } = sources
  const createdAt = now()
  const email = payer.email ?? order.email
  return {
    id: newId(),
    orderId: order.id,
    reference: newReference(),
    method: payer.method,
    gateway: gateway.name,
    checkoutType: gateway.checkoutType,
    state: 'created',
    amount: chargeOf(order, payer),
    ...(payer.quote === undefined ? {} : { quote: payer.quote }),
    payerMsisdn: payerOf(order, payer),
    ...(email === undefined ? {} : { email }),
    returnToken: newId(),
    paysOrder: false,
    checks: 0,
    createdAt,
    expiresAt: createdAt + gateway.lifeMs,
  }
}
