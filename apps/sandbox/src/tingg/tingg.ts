import type { Issuer } from '../bank/bank.ts'
import { registerCardDesk } from '../card-desk/card-desk.ts'
import { inScopes } from '../core/in-scopes.ts'
import { isJsonObject } from '../core/json.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { Tokens } from '../core/tokens.ts'
import { unknownPath } from './answers.ts'
import { registerApiRoutes } from './api-routes.ts'
import { cardHouseOf, pagePath } from './card-house.ts'
import { type CheckoutRequest, refundedMinor } from './checkout-request.ts'
import { registerControlRoutes } from './control-routes.ts'
import type { Desk } from './desk.ts'
import { notificationOf } from './notification.ts'
import { Requests } from './requests.ts'
import { registerTokenRoute } from './token-route.ts'

export interface TinggOptions {
  /** Asked to confirm every card payment. */
  readonly issuer: Issuer
  readonly apiKey?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly serviceCode?: string
  readonly limitMinor?: number
  readonly tokenLifeSeconds?: number
}

interface TinggState {
  readonly format: 'tingg-1'
  readonly requests: readonly CheckoutRequest[]
}

const isTinggState = (state: unknown): state is TinggState => isJsonObject(state) && state.format === 'tingg-1'

/** Cellulant's checkout. Every request names the address that is told of it. */
export function createTinggSimulator(world: World, options: TinggOptions): Simulator {
  const { issuer, tokenLifeSeconds = 3600, ...settings } = options
  const requests = new Requests(world.now)
  const desk: Desk = {
    apiKey: 'nyanja-sandbox-api-key',
    clientId: 'nyanja-sandbox',
    clientSecret: 'nyanja-sandbox-secret',
    serviceCode: 'NYANJAMW',
    limitMinor: 150_000_000,
    ...settings,
    requests,
    tokens: new Tokens<true>(world.now, tokenLifeSeconds * 1000),
    now: world.now,
    pageUrlOf: ({ id }) => `${world.addresses.sandboxUrl}${pagePath}/${id}`,
    refundOutcome: 'processed',
    notify(request) {
      const view = { status: requests.statusOf(request), serviceCode: desk.serviceCode }
      world.callbacks.send(notificationOf(request, view))
    },
  }

  return {
    name: 'tingg',
    unknownPaths: [{ prefix: '/tingg', answer: (reply) => reply.code(unknownPath.http).send(unknownPath.body) }],
    register(app) {
      inScopes(
        app,
        (scope) => registerTokenRoute(scope, desk),
        (scope) => registerApiRoutes(scope, desk),
        (scope) => registerCardDesk(scope, cardHouseOf(desk), issuer),
        (scope) => registerControlRoutes(scope, desk),
      )
    },
    books: () => ({ captures: requests.all().flatMap(captureOf) }),
    snapshot: (): TinggState => ({ format: 'tingg-1', requests: requests.all() }),
    restore(state) {
      if (isTinggState(state)) requests.restore(state.requests)
    },
    reset() {
      desk.refundOutcome = 'processed'
      desk.tokens.clear()
      requests.clear()
    },
  }
}

function captureOf(request: CheckoutRequest): readonly Capture[] {
  const { payment, reference, checkoutRequestId, msisdn } = request
  if (payment === undefined) return []
  return [
    {
      provider: 'tingg',
      reference,
      providerReference: String(checkoutRequestId),
      amountMinor: payment.sum.minor,
      currency: payment.sum.currency,
      payer: msisdn,
      refundedMinor: refundedMinor(request),
      at: payment.at,
    },
  ]
}
