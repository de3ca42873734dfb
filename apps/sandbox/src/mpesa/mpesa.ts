import { inScopes } from '../core/in-scopes.ts'
import { isJsonObject } from '../core/json.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { replyOf } from './codes.ts'
import { registerCollectionRoute } from './collection-route.ts'
import { registerControlRoutes } from './control-routes.ts'
import type { Counter } from './counter.ts'
import { guard, send } from './guards.ts'
import { Notifier } from './notifier.ts'
import { type Payment, refundedMinor } from './payment.ts'
import { registerQueryRoute } from './query-route.ts'
import { registerReversalRoute } from './reversal-route.ts'
import { registerSessionRoute } from './session-route.ts'
import { Sessions } from './sessions.ts'
import type { Mode, Settings } from './settings.ts'
import { Till } from './till.ts'
import { type Wallet, walletsWith } from './wallets.ts'

export interface MpesaOptions {
  /** Absent: the merchant has registered no address. */
  readonly callbackUrl?: string
  readonly mode?: Mode
  readonly promptMs?: number
  readonly apiKey?: string
  readonly serviceProviderCode?: string
  readonly walletMinor?: number
  readonly limitMinor?: number
}

interface MpesaState {
  readonly format: 'mpesa-1'
  readonly wallets: readonly Wallet[]
  readonly payments: readonly Payment[]
}

const isMpesaState = (state: unknown): state is MpesaState => isJsonObject(state) && state.format === 'mpesa-1'

/** M-Pesa as merchants of its OpenAPI see it, with prompts on handsets. */
export function createMpesaSimulator(world: World, options: MpesaOptions = {}): Simulator {
  const counter = createCounter(world, options)
  const { till, wallets, sessions, settings } = counter

  return {
    name: 'mpesa',
    unknownPaths: [{ prefix: '/mpesa', answer: (reply) => send(reply, replyOf('operation')) }],
    register(app) {
      inScopes(
        app,
        (scope) => registerSessionRoute(scope, counter),
        (scope) => {
          guard(scope, (plain) => sessions.isUsable(plain))
          registerCollectionRoute(scope, counter)
          registerQueryRoute(scope, counter, world.now)
          registerReversalRoute(scope, counter)
        },
        (scope) => registerControlRoutes(scope, counter),
      )
    },
    books: () => ({ captures: till.book.all().flatMap(captureOf) }),
    snapshot: (): MpesaState => ({ format: 'mpesa-1', wallets: wallets.all(), payments: till.book.all() }),
    restore(state) {
      if (!isMpesaState(state)) return
      wallets.restore(state.wallets)
      till.clear()
      for (const payment of state.payments) till.book.add(payment)
    },
    reset() {
      till.clear()
      wallets.clear()
      sessions.clear()
      Object.assign(settings, initialSettings(options))
    },
    stop: async () => till.release(),
  }
}

const initialSettings = ({ mode = 'asynchronous', promptMs = 90_000 }: MpesaOptions): Settings => ({
  mode,
  promptMs,
  sessionMs: 3_600_000,
  sessionDelayMs: 0,
  refunds: 'done',
})

/** A wallet here has one purse, whatever currencies it is charged in. */
const walletMinor: Readonly<Record<string, number>> = { CD: 50_000_000 }

function createCounter({ now, callbacks, changed, market }: World, options: MpesaOptions): Counter {
  const settings = initialSettings(options)
  const wallets = walletsWith(options.walletMinor ?? walletMinor[market.country] ?? 9_000_000)
  const notifier = new Notifier({ ...options, callbacks })
  const till = new Till({
    now,
    wallets,
    promptMs: () => settings.promptMs,
    moved(payment) {
      // Who waits for the answer itself is told nothing besides.
      if (settings.mode === 'asynchronous') notifier.tell(payment)
      changed()
    },
  })
  return {
    apiKey: options.apiKey ?? 'nyanja-sandbox-key',
    serviceProviderCode: options.serviceProviderCode ?? '000000',
    limitMinor: options.limitMinor ?? 75_000_000,
    merchant: 'Nyanja',
    settings,
    sessions: new Sessions(now, settings),
    till,
    wallets,
  }
}

function captureOf(payment: Payment): readonly Capture[] {
  const { id, transactionId, amountMinor, currency, msisdn, capturedAtMs } = payment
  if (transactionId === undefined) return []
  return [
    {
      provider: 'mpesa',
      reference: id,
      providerReference: transactionId,
      amountMinor,
      currency,
      payer: msisdn,
      refundedMinor: refundedMinor(payment),
      at: new Date(capturedAtMs).toISOString(),
    },
  ]
}
