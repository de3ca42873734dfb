import type { Issuer } from '../bank/bank.ts'
import { registerCardDesk } from '../card-desk/card-desk.ts'
import { isJsonObject } from '../core/json.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { registerApiRoutes } from './api-routes.ts'
import { cardHouseOf } from './card-house.ts'
import { registerControlRoutes } from './control-routes.ts'
import type { Desk } from './desk.ts'
import { Ledger } from './ledger.ts'
import { pushOf } from './push.ts'
import { refusals } from './results.ts'
import { refundedMinor, type Transaction } from './transaction.ts'
import { writeXml } from './xml.ts'

export interface DpoOptions {
  /** Asked to confirm every card payment. */
  readonly issuer: Issuer
  /** Absent: the merchant has registered no address. */
  readonly pushUrl?: string
  readonly companyToken?: string
  readonly serviceType?: string
  readonly limitMinor?: number
}

interface DpoState {
  readonly format: 'dpo-1'
  readonly transactions: readonly Transaction[]
}

const isDpoState = (state: unknown): state is DpoState => isJsonObject(state) && state.format === 'dpo-1'

export function createDpoSimulator(world: World, options: DpoOptions): Simulator {
  const { issuer, pushUrl, serviceType = '3854', limitMinor = 150_000_000 } = options
  const { companyToken = '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A' } = options
  const ledger = new Ledger(world.now)

  const push = (token: string): void => {
    const transaction = ledger.byToken(token)
    if (pushUrl === undefined || transaction === undefined) return
    world.callbacks.send(pushOf(pushUrl, transaction, ledger.getResult(transaction)))
  }
  const { now } = world
  const currencies = [...new Set([...world.market.currencies, 'USD'])]
  const desk: Desk = { ledger, companyToken, serviceType, limitMinor, currencies, now, refundOutcome: 'done', push }

  return {
    name: 'dpo',
    unknownPaths: [
      {
        prefix: '/dpo',
        answer: (reply) =>
          reply.code(404).type('application/xml; charset=utf-8').send(writeXml(refusals.requestUnknown)),
      },
    ],
    register(app) {
      const parts = [
        (scope: typeof app) => registerApiRoutes(scope, desk),
        (scope: typeof app) => registerCardDesk(scope, cardHouseOf(desk), issuer),
        (scope: typeof app) => registerControlRoutes(scope, desk),
      ]
      // A scope for each: they read bodies in different ways.
      for (const part of parts) void app.register(async (scope) => part(scope))
    },
    books: () => ({ captures: ledger.all().flatMap(captureOf) }),
    snapshot: (): DpoState => ({ format: 'dpo-1', transactions: ledger.all() }),
    restore(state) {
      if (isDpoState(state)) ledger.restore(state.transactions)
    },
    reset() {
      desk.refundOutcome = 'done'
      ledger.clear()
    },
  }
}

function captureOf(transaction: Transaction): readonly Capture[] {
  const { payment, companyRef, token, customer } = transaction
  if (payment === undefined) return []
  return [
    {
      provider: 'dpo',
      reference: companyRef,
      providerReference: token,
      amountMinor: payment.sum.minor,
      currency: payment.sum.currency,
      payer: customer.phone,
      refundedMinor: refundedMinor(transaction),
      at: payment.at,
    },
  ]
}
