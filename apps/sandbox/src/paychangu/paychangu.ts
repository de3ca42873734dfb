import type { Issuer } from '../bank/bank.ts'
import { registerCardDesk } from '../card-desk/card-desk.ts'
import { inScopes } from '../core/in-scopes.ts'
import { isJsonObject } from '../core/json.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { registerApiRoutes } from './api-routes.ts'
import { cardHouseOf, pagePath } from './card-house.ts'
import { type Checkout, refundedMinor } from './checkout.ts'
import { Checkouts } from './checkouts.ts'
import { registerControlRoutes } from './control-routes.ts'
import type { Desk } from './desk.ts'
import { webhookOf } from './webhook.ts'

export interface PaychanguOptions {
  /** Asked to confirm every card payment. */
  readonly issuer: Issuer
  /** Absent: the merchant has entered no address on the dashboard. */
  readonly webhookUrl?: string
  readonly secretKey?: string
  readonly webhookSecret?: string
  readonly limitMinor?: number
}

interface PaychanguState {
  readonly format: 'paychangu-1'
  readonly checkouts: readonly Checkout[]
}

const isPaychanguState = (state: unknown): state is PaychanguState =>
  isJsonObject(state) && state.format === 'paychangu-1'

export function createPaychanguSimulator(world: World, options: PaychanguOptions): Simulator {
  const { issuer, webhookUrl, secretKey = 'SEC-TEST-nyanja-sandbox', limitMinor = 150_000_000 } = options
  const { webhookSecret = 'nyanja-sandbox-webhook' } = options
  const checkouts = new Checkouts(world.now)
  const desk: Desk = {
    checkouts,
    secretKey,
    limitMinor,
    now: world.now,
    pageUrlOf: ({ id }) => `${world.addresses.sandboxUrl}${pagePath}/${id}`,
    refundOutcome: 'done',
    notify(checkout) {
      if (webhookUrl !== undefined) world.callbacks.send(webhookOf(webhookUrl, webhookSecret, checkout))
    },
  }

  return {
    name: 'paychangu',
    unknownPaths: [
      { prefix: '/paychangu', answer: (reply) => reply.code(404).send({ status: 'failed', message: 'Not found.' }) },
    ],
    register(app) {
      inScopes(
        app,
        (scope) => registerApiRoutes(scope, desk),
        (scope) => registerCardDesk(scope, cardHouseOf(desk), issuer),
        (scope) => registerControlRoutes(scope, desk),
      )
    },
    books: () => ({ captures: checkouts.all().flatMap(captureOf) }),
    snapshot: (): PaychanguState => ({ format: 'paychangu-1', checkouts: checkouts.all() }),
    restore(state) {
      if (isPaychanguState(state)) checkouts.restore(state.checkouts)
    },
    reset() {
      desk.refundOutcome = 'done'
      checkouts.clear()
    },
  }
}

function captureOf(checkout: Checkout): readonly Capture[] {
  const { payment, reference, chargeId, customer } = checkout
  if (payment === undefined) return []
  return [
    {
      provider: 'paychangu',
      reference,
      providerReference: chargeId,
      amountMinor: payment.sum.minor,
      currency: payment.sum.currency,
      ...(customer.email !== null && { payer: customer.email }),
      refundedMinor: refundedMinor(checkout),
      at: payment.at,
    },
  ]
}
