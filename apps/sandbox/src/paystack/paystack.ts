import type { Issuer } from '../bank/bank.ts'
import { inScopes } from '../core/in-scopes.ts'
import { isJsonObject } from '../core/json.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { refusals } from './answers.ts'
import { registerApiRoutes } from './api-routes.ts'
import { expectEnd } from './attempt.ts'
import { registerCheckoutRoutes } from './checkout-routes.ts'
import { registerControlRoutes } from './control-routes.ts'
import type { Desk, Settings } from './desk.ts'
import { Ledger } from './ledger.ts'
import { registerPopupRoutes } from './popup-routes.ts'
import { expectRefund } from './refunds.ts'
import { Timers } from './timers.ts'
import { refundedMinor, type Transaction } from './transaction.ts'
import { webhookOf } from './webhook.ts'

export interface PaystackOptions {
  /** Asked to confirm most card payments. */
  readonly issuer: Issuer
  /** Absent: the merchant has registered no address. */
  readonly webhookUrl?: string
  readonly secretKey?: string
  /** In which the merchant's account may be paid. The real Paystack has no MWK; the demo market needs it. */
  readonly currencies?: readonly string[]
}

interface PaystackState {
  readonly format: 'paystack-1'
  readonly transactions: readonly Transaction[]
}

const isPaystackState = (state: unknown): state is PaystackState => isJsonObject(state) && state.format === 'paystack-1'

const initialSettings = ({
  currencies = ['NGN', 'GHS', 'KES', 'ZAR', 'USD', 'XOF', 'MWK'],
}: PaystackOptions): Settings => ({ currencies, refundOutcome: 'processed' })

export function createPaystackSimulator(world: World, options: PaystackOptions): Simulator {
  const { issuer, webhookUrl, secretKey = 'sk_test_nyanja_sandbox' } = options
  const { now } = world
  const timers = new Timers(world)
  const settings = initialSettings(options)
  const ledger = new Ledger(now)
  const desk: Desk = {
    ledger,
    secretKey,
    settings,
    now,
    dueAtMs: (pauseMs) => now().getTime() + pauseMs * world.timeScale,
    at: (dueAtMs, action) => timers.at(dueAtMs, action),
    tell(event, data) {
      if (webhookUrl !== undefined) world.callbacks.send(webhookOf({ url: webhookUrl, secretKey, event, data }))
    },
  }

  return {
    name: 'paystack',
    unknownPaths: [
      {
        prefix: '/paystack',
        answer: (reply) => reply.code(refusals.unknownRoute.httpStatus).send(refusals.unknownRoute.body),
      },
    ],
    register(app) {
      inScopes(
        app,
        (scope) => registerApiRoutes(scope, desk),
        (scope) => registerCheckoutRoutes(scope, desk, issuer),
        (scope) => registerPopupRoutes(scope),
        (scope) => registerControlRoutes(scope, desk),
      )
    },
    books: () => ({ captures: ledger.all().flatMap(captureOf) }),
    snapshot: (): PaystackState => ({ format: 'paystack-1', transactions: ledger.all() }),
    restore(state) {
      if (!isPaystackState(state)) return
      ledger.restore(state.transactions)
      for (const transaction of ledger.all()) expectEnd(transaction, desk)
      for (const refunded of ledger.refunds()) expectRefund(refunded, desk)
    },
    reset() {
      timers.clear()
      Object.assign(settings, initialSettings(options))
      ledger.clear()
    },
    stop: async () => timers.clear(),
  }
}

function captureOf(transaction: Transaction): readonly Capture[] {
  const { payment, reference, accessCode, email } = transaction
  if (payment === undefined) return []
  return [
    {
      provider: 'paystack',
      reference,
      providerReference: accessCode,
      amountMinor: payment.sum.minor,
      currency: payment.sum.currency,
      payer: email,
      refundedMinor: refundedMinor(transaction),
      at: payment.at,
    },
  ]
}
