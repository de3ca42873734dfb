import type { FastifyInstance } from 'fastify'
import { inScopes, isJsonObject } from '../core/bodies.ts'
import type { CallbackMessage, Callbacks } from '../core/callbacks.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { Tokens } from '../core/tokens.ts'
import { Autopilot } from './autopilot.ts'
import { refuse } from './codes.ts'
import { registerCollectionRoutes } from './collection-routes.ts'
import { registerControlRoutes } from './control-routes.ts'
import { guard, registerTokenRoute } from './guards.ts'
import { type Payment, type PaymentStatus, ProviderAccount, type Wallet, walletsWith } from './ledger.ts'
import { SigningKeys, validityText } from './signing-keys.ts'
import type { Settings, Simulation } from './simulation.ts'
import { callbackBody, callbackTransaction, type HashForm, readRawJson } from './transaction-view.ts'

const routeConfig = (operation: string) => ({ config: { provider: 'money', operation } })

function registerAccountRoutes(app: FastifyInstance, { wallets, keys }: Simulation): void {
  app.get<{ Params: { msisdn: string } }>(
    '/money/standard/v1/users/:msisdn',
    routeConfig('user'),
    async ({ params }, reply) => {
      const wallet = wallets.find(params.msisdn)
      if (wallet === undefined) return reply.code(400).send({ status: kycStatus.failed })
      const { firstName, lastName, isBarred, msisdn } = wallet
      return {
        data: {
          first_name: firstName,
          last_name: lastName,
          is_barred: isBarred,
          is_pin_set: true,
          msisdn,
          registration: { status: 'SUBS' },
        },
        status: kycStatus.found,
      }
    },
  )

  app.get('/money/v1/rsa/encryption-keys', routeConfig('keys'), async () => {
    const { id, publicKey, validUntil } = keys.current
    return {
      data: { key_id: id, key: publicKey, valid_upto: validityText(validUntil) },
      status: { response_code: 'DP02010001001', code: '200', success: true, message: 'SUCCESS' },
    }
  })
}

const kycStatus = {
  found: {
    response_code: 'DP02200000001',
    code: '200',
    success: true,
    result_code: 'ESB000010',
    message: 'SUCCESS',
  },
  failed: {
    response_code: 'DP02200000000',
    code: '400',
    success: false,
    result_code: 'ESB000033',
    message: 'Msisdn not found',
  },
} as const

interface NotifierOptions {
  readonly callbacks: Callbacks
  readonly settings: Settings
  readonly merchant: string
  readonly callbackUrl?: string
  readonly callbackKey?: string
}

/** The merchant gets no callback for an expired prompt. */
const reported: readonly PaymentStatus[] = ['TA', 'TS', 'TF']

/** Posts the outcome of a payment, once, to the merchant's registered address. */
class Notifier {
  readonly #options: NotifierOptions

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  notify(payment: Payment): void {
    const { callbacks, callbackUrl, callbackKey, merchant, settings } = this.#options
    if (callbackUrl === undefined || !reported.includes(payment.status)) return
    const transaction = callbackTransaction(payment, merchant)
    const message = (key: string | undefined): CallbackMessage => ({
      headers: { 'content-type': 'application/json' },
      body: callbackBody(transaction, settings.hashForm, key),
    })
    callbacks.send({
      provider: 'money',
      url: callbackUrl,
      ...message(callbackKey),
      misSigned: () => message(`not ${callbackKey}`),
    })
  }
}

interface MoneyState {
  readonly format: 'money-1'
  readonly wallets: readonly Wallet[]
  readonly payments: readonly Payment[]
}

const isMoneyState = (state: unknown): state is MoneyState => isJsonObject(state) && state.format === 'money-1'

function stateOf({ wallets, account }: Simulation): MoneyState {
  return { format: 'money-1', wallets: wallets.all(), payments: account.ledger.all() }
}

function restoreState({ wallets, account }: Simulation, state: unknown): void {
  if (!isMoneyState(state)) return
  wallets.restore(state.wallets)
  account.restore(state.payments)
}

export interface MoneyOptions {
  /** When it is absent, the merchant has registered no address. */
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

/** Merchants see the operator's mobile money so: an Open API, and prompts on handsets. */
export function createMoneySimulator(world: World, options: MoneyOptions = {}): Simulator {
  const simulation = createCounter(world, options)
  const { account, wallets, autopilot, tokens, settings } = simulation

  return {
    name: 'money',
    unknownPaths: [
      {
        prefix: '/money',
        answer: (reply) =>
          reply.code(404).send(refuse('not_found', { httpStatus: 404, message: 'No such service' }).body),
      },
    ],
    register: inScopes(
      (scope) => {
        readRawJson(scope)
        registerTokenRoute(scope, simulation)
      },
      (scope) => {
        readRawJson(scope)
        guard(scope, simulation)
        registerCollectionRoutes(scope, simulation)
        registerAccountRoutes(scope, simulation)
      },
      (scope) => registerControlRoutes(scope, simulation),
    ),
    records: () => ({ captures: account.ledger.captures() }),
    snapshot: () => stateOf(simulation),
    restore: (state) => restoreState(simulation, state),
    reset() {
      autopilot.set('off', 0, [])
      account.ledger.clear()
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

function createCounter(world: World, options: MoneyOptions): Simulation {
  const { now } = world
  const settings = initialSettings(options)
  const merchant = 'Nyanja'
  const wallets = walletsWith(world.market, options.walletMinor)
  const notifier = new Notifier({ ...options, callbacks: world.callbacks, settings, merchant })
  const account = new ProviderAccount({
    now,
    wallets,
    promptMs: () => settings.promptMs,
    moved: (payment) => notifier.notify(payment),
  })
  const autopilot = new Autopilot({
    now,
    answer({ id, msisdn }, mode) {
      const prompt = account.ledger.findWaiting('id', id)
      if (prompt && mode === 'approve') account.approve(prompt, wallets.find(msisdn)?.pin ?? '')
      if (prompt && mode === 'refuse') account.fail(prompt, 'refused')
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
    account,
    wallets,
    autopilot,
  }
}
