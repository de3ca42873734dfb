import { inScopes } from '../core/in-scopes.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { Tokens } from '../core/tokens.ts'
import { registerAccountRoutes } from './account-routes.ts'
import { Autopilot } from './autopilot.ts'
import type { HashForm } from './callback-body.ts'
import { refuse } from './codes.ts'
import { registerCollectionRoutes } from './collection-routes.ts'
import { registerControlRoutes } from './control-routes.ts'
import type { Counter } from './counter.ts'
import { guard } from './guards.ts'
import { Notifier } from './notifier.ts'
import type { Payment } from './payment.ts'
import { readRawJson } from './raw-json.ts'
import type { Settings } from './settings.ts'
import { SigningKeys } from './signing-keys.ts'
import { restoreState, stateOf } from './snapshot.ts'
import { Till } from './till.ts'
import { registerTokenRoute } from './token-route.ts'
import { walletsWith } from './wallets.ts'

export interface MoneyOptions {
  /** Absent: the merchant has registered no address. */
  readonly callbackUrl?: string
  /** Switches callback authentication on. */
  readonly callbackKey?: string
  readonly hashForm?: HashForm
  readonly signing?: boolean
  readonly promptMs?: number
  readonly clientId?: string
  readonly clientSecret?: string
  readonly walletMinor?: number
  readonly limitMinor?: number
}

const tokenLifeMs = 180_000

/** The operator's mobile money, as merchants see it: an Open API, and prompts on handsets. */
export function createMoneySimulator(world: World, options: MoneyOptions = {}): Simulator {
  const counter = createCounter(world, options)
  const { till, wallets, autopilot, tokens, settings } = counter

  return {
    name: 'money',
    unknownPaths: [
      {
        prefix: '/money',
        answer: (reply) =>
          reply.code(404).send(refuse('not_found', { httpStatus: 404, message: 'No such service' }).body),
      },
    ],
    register(app) {
      inScopes(
        app,
        (scope) => {
          readRawJson(scope)
          registerTokenRoute(scope, counter)
        },
        (scope) => {
          readRawJson(scope)
          guard(scope, counter)
          registerCollectionRoutes(scope, counter)
          registerAccountRoutes(scope, counter)
        },
        (scope) => registerControlRoutes(scope, counter),
      )
    },
    books: () => ({ captures: till.book.captured().map(captureOf) }),
    snapshot: () => stateOf(counter),
    restore: (state) => restoreState(counter, state),
    reset() {
      autopilot.set('off', 0, [])
      till.book.clear()
      wallets.clear()
      tokens.clear()
      Object.assign(settings, initialSettings(options))
    },
    stop: async () => autopilot.stop(),
  }
}

const initialSettings = ({ promptMs = 600_000, signing = false, hashForm = 'A' }: MoneyOptions): Settings => ({
  promptMs,
  signing,
  hashForm,
  refunds: 'done',
})

function createCounter(world: World, options: MoneyOptions): Counter {
  const { now } = world
  const settings = initialSettings(options)
  const merchant = 'Nyanja'
  const wallets = walletsWith(world.market, options.walletMinor)
  const notifier = new Notifier({ ...options, callbacks: world.callbacks, settings, merchant })
  const till = new Till({ now, wallets, promptMs: () => settings.promptMs, moved: (payment) => notifier.tell(payment) })
  const autopilot = new Autopilot({
    now,
    answer({ id, msisdn }, mode) {
      const prompt = till.findPrompt(id)
      if (prompt && mode === 'approve') till.approve(prompt, wallets.find(msisdn)?.pin ?? '')
      if (prompt && mode === 'refuse') till.fail(prompt, 'refused')
    },
    answered: () => world.changed(),
  })
  return {
    clientId: options.clientId ?? 'nyanja-sandbox',
    clientSecret: options.clientSecret ?? 'nyanja-sandbox-secret',
    country: world.market.country,
    currencies: world.market.currencies,
    limitMinor: options.limitMinor ?? 75_000_000,
    merchant,
    settings,
    tokens: new Tokens<true>(now, tokenLifeMs),
    keys: new SigningKeys(now),
    till,
    wallets,
    autopilot,
  }
}

const captureOf = ({
  id,
  moneyId = '',
  amountMinor,
  currency,
  msisdn,
  refundedMinor,
  capturedAtMs,
}: Payment): Capture => ({
  provider: 'money',
  reference: id,
  providerReference: moneyId,
  amountMinor,
  currency,
  payer: msisdn,
  refundedMinor,
  at: new Date(capturedAtMs).toISOString(),
})
