import type { Issuer } from '../bank/bank.ts'
import { registerCardDesk } from '../card-desk/card-desk.ts'
import { inScopes } from '../core/in-scopes.ts'
import { isJsonObject } from '../core/json.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { registerApiRoutes } from './api-routes.ts'
import { cardHouseOf } from './card-house.ts'
import { registerControlRoutes } from './control-routes.ts'
import type { Desk } from './desk.ts'
import type { Payment } from './payment.ts'
import { Payments } from './payments.ts'

export interface UbaOptions {
  /** Asked to confirm every card payment. */
  readonly issuer: Issuer
  /** Absent: the portal's own route for it. */
  readonly returnUrl?: string
  readonly merchantId?: string
  readonly serviceKey?: string
  readonly limitMinor?: number
}

interface UbaState {
  readonly format: 'uba-1'
  readonly payments: readonly Payment[]
}

const isUbaState = (state: unknown): state is UbaState => isJsonObject(state) && state.format === 'uba-1'

const returnPath = '/api/portal-service/transaction/v1/pg-callback/status/ORP/uba'

/** UBA's card page, to which merchants send their customers. */
export function createUbaSimulator(world: World, options: UbaOptions): Simulator {
  const { issuer, returnUrl, limitMinor = 150_000_000, merchantId = 'CMMWI00001' } = options
  const { serviceKey = '7f2d3c1e-5b64-4a0f-9d1b-0c6f2a8e4b91' } = options
  const payments = new Payments(world.now)
  const desk: Desk = {
    payments,
    merchantId,
    serviceKey,
    limitMinor,
    now: world.now,
    returnUrl: () => returnUrl ?? `${world.addresses.portalUrl}${returnPath}`,
    echoesAmount: true,
  }

  return {
    name: 'uba',
    unknownPaths: [
      { prefix: '/uba', answer: (reply) => reply.code(404).type('text/plain; charset=utf-8').send('Not Found') },
    ],
    register(app) {
      inScopes(
        app,
        (scope) => registerApiRoutes(scope, desk),
        (scope) => registerCardDesk(scope, cardHouseOf(desk), issuer),
        (scope) => registerControlRoutes(scope, desk),
      )
    },
    books: () => ({ captures: payments.all().flatMap(captureOf) }),
    snapshot: (): UbaState => ({ format: 'uba-1', payments: payments.all() }),
    restore(state) {
      if (isUbaState(state)) payments.restore(state.payments)
    },
    reset() {
      desk.echoesAmount = true
      payments.clear()
    },
  }
}

function captureOf({ reference, id, taken, customer, isRefunded }: Payment): readonly Capture[] {
  if (taken === undefined) return []
  return [
    {
      provider: 'uba',
      reference,
      providerReference: id,
      amountMinor: taken.sum.minor,
      currency: taken.sum.currency,
      payer: customer.phone,
      refundedMinor: isRefunded ? taken.sum.minor : 0,
      at: taken.at,
    },
  ]
}
