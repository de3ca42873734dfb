import type { FastifyInstance } from 'fastify'
import { inScopes, isJsonObject, type JsonObject, textAt } from '../core/bodies.ts'
import type { CallbackAnswer, Callbacks } from '../core/callbacks.ts'
import { minorIn } from '../core/market.ts'
import type { Simulator, World } from '../core/simulator.ts'
import {
  type CodeName,
  codes,
  findMarket,
  type InMarket,
  type Mode,
  pathOf,
  type Reply,
  replyOf,
  routeConfig,
  type Settings,
  type Wallet,
  walletsWith,
} from './codes.ts'
import { registerControlRoutes } from './control-routes.ts'
import { type Payment, ProviderAccount } from './ledger.ts'
import { isConversationId, readCollection, registerQueryRoute } from './read-collection.ts'
import { guard, Sessions, type Simulation, send } from './sessions.ts'

const parameters = [
  'input_TransactionID',
  'input_Country',
  'input_ServiceProviderCode',
  'input_ThirdPartyConversationID',
]

function registerReversalRoute(app: FastifyInstance, simulation: Simulation): void {
  app.put<InMarket>(pathOf('reversal'), routeConfig('reversal'), async ({ body, params }, reply) =>
    send(reply, reverse(isJsonObject(body) ? body : {}, params.market, simulation)),
  )
}

function reverse(body: JsonObject, segment: string, simulation: Simulation): Reply {
  const text = (name: string) => textAt(body, name) ?? ''
  const id = text('input_ThirdPartyConversationID')
  const payment = simulation.account.ledger.find('any', text('input_TransactionID'))
  const refusal = faultIn(body, segment, simulation)
  if (refusal) return replyOf(refusal)
  if (payment === undefined || payment.transactionId !== text('input_TransactionID')) return replyOf('transaction_id')

  const minor = minorOf(body, payment)
  if (minor === undefined) return replyOf('amount')
  const isDone = simulation.settings.refunds === 'done' && simulation.account.reverse(payment, { id, minor })
  if (!isDone) return replyOf('failed', { output_ThirdPartyConversationID: id })
  return replyOf('processed', {
    output_TransactionID: payment.reversals.at(-1)?.transactionId ?? '',
    output_ConversationID: payment.conversationId,
    output_ThirdPartyConversationID: id,
  })
}

function faultIn(body: JsonObject, segment: string, { account, serviceProviderCode }: Simulation): CodeName | false {
  const text = (name: string) => textAt(body, name) ?? ''
  if (parameters.some((name) => text(name) === '')) return 'incomplete'
  if (text('input_Country') !== findMarket(segment)?.country) return 'parameters'
  if (text('input_ServiceProviderCode') !== serviceProviderCode) return 'shortcode'
  const id = text('input_ThirdPartyConversationID')
  if (!isConversationId(id)) return 'conversation_id'
  return account.ledger.find('any', id) !== undefined && 'duplicate'
}

/** Reads the amount to reverse; without one it is the whole payment. */
function minorOf(body: JsonObject, { amountMinor }: Payment): number | undefined {
  const requested = textAt(body, 'input_ReversalAmount')
  return requested === undefined ? amountMinor : minorIn(requested)
}

interface NotifierOptions {
  readonly callbacks: Callbacks
  /** When it is absent, the merchant has registered no address. */
  readonly callbackUrl?: string
}

/** M-Pesa does not publish its retries; these are our assumption. */
const retryAfterMs = [60_000, 300_000, 900_000]

/** Posts the result of a payment that was only accepted at first, without a signature. */
class Notifier {
  readonly #options: NotifierOptions

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  notify({ id, conversationId, transactionId = 'N/A', code = 'internal_error' }: Payment): void {
    const { callbacks, callbackUrl } = this.#options
    // An unknown result is not reported.
    if (callbackUrl === undefined || code === 'internal_error') return
    callbacks.send({
      provider: 'mpesa',
      url: callbackUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        input_OriginalConversationID: conversationId,
        input_TransactionID: transactionId,
        input_ResultCode: codes[code].code,
        input_ResultDesc: codes[code].label,
        input_ThirdPartyConversationID: id,
      }),
      retryAfterMs,
      isReceipt: isAcknowledged,
    })
  }
}

const isAcknowledged = ({ status, body }: CallbackAnswer): boolean =>
  status === 200 && /"output_ResponseCode"\s*:\s*"0"/.test(body)

/** Requests money from a customer: the handset shows the prompt immediately. */
function registerCollectionRoute(app: FastifyInstance, simulation: Simulation): void {
  const { account, settings } = simulation

  app.post<InMarket>(pathOf('c2bPayment/singleStage'), routeConfig('c2b'), async ({ body, params }, reply) => {
    const read = readCollection(isJsonObject(body) ? body : {}, params.market, simulation)
    if ('refusal' in read) return send(reply, replyOf(read.refusal, namesOf(body)))
    const payment = account.ask(read.collection)
    if (settings.mode === 'asynchronous') return send(reply, accepted(payment))
    await account.answerTo(payment)
    return send(reply, outcomeOf(payment))
  })
}

/** The exact text of a completed payment: only the merchant's configuration distinguishes the two. */
const accepted = (payment: Payment): Reply => replyOf('processed', { ...idsOf(payment), output_TransactionID: 'N/A' })

const outcomeOf = (payment: Payment): Reply => replyOf(payment.code ?? 'internal_error', idsOf(payment))

const idsOf = ({ id, conversationId, transactionId = 'N/A' }: Payment) => ({
  output_TransactionID: transactionId,
  output_ConversationID: conversationId,
  output_ThirdPartyConversationID: id,
})

function namesOf(body: unknown): Record<string, string> {
  const id = isJsonObject(body) ? body.input_ThirdPartyConversationID : undefined
  return typeof id === 'string' ? { output_ThirdPartyConversationID: id } : {}
}

export interface MpesaOptions {
  /** When it is absent, the merchant has registered no address. */
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

/** Merchants of the OpenAPI see M-Pesa so, with prompts on handsets. */
export function createMpesaSimulator(world: World, options: MpesaOptions = {}): Simulator {
  const simulation = createCounter(world, options)
  const { account, wallets, sessions, settings } = simulation

  return {
    name: 'mpesa',
    unknownPaths: [{ prefix: '/mpesa', answer: (reply) => send(reply, replyOf('operation')) }],
    register: inScopes(
      (scope) => registerSessionRoute(scope, simulation),
      (scope) => {
        guard(scope, (plain) => sessions.isUsable(plain))
        registerCollectionRoute(scope, simulation)
        registerQueryRoute(scope, simulation, world.now)
        registerReversalRoute(scope, simulation)
      },
      (scope) => registerControlRoutes(scope, simulation),
    ),
    records: () => ({ captures: account.ledger.captures() }),
    snapshot: (): MpesaState => ({ format: 'mpesa-1', wallets: wallets.all(), payments: account.ledger.all() }),
    restore(state) {
      if (!isMpesaState(state)) return
      wallets.restore(state.wallets)
      account.release()
      account.ledger.restore(state.payments)
    },
    reset() {
      account.clear()
      wallets.clear()
      sessions.clear()
      Object.assign(settings, initialSettings(options))
    },
    stop: async () => account.release(),
  }
}

const initialSettings = ({ mode = 'asynchronous', promptMs = 90_000 }: MpesaOptions): Settings => ({
  mode,
  promptMs,
  sessionMs: 3_600_000,
  sessionDelayMs: 0,
  refunds: 'done',
})

/** A wallet has one balance here, for all currencies. */
const walletMinor: Readonly<Record<string, number>> = { CD: 50_000_000 }

function createCounter({ now, callbacks, changed, market }: World, options: MpesaOptions): Simulation {
  const settings = initialSettings(options)
  const wallets = walletsWith(options.walletMinor ?? walletMinor[market.country] ?? 9_000_000)
  const notifier = new Notifier({ ...options, callbacks })
  const account = new ProviderAccount({
    now,
    wallets,
    promptMs: () => settings.promptMs,
    moved(payment) {
      // A synchronous call gets the result as its answer.
      if (settings.mode === 'asynchronous') notifier.notify(payment)
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
    account,
    wallets,
  }
}

/** The only call that is made with the API key itself. */
function registerSessionRoute(app: FastifyInstance, { sessions, apiKey }: Simulation): void {
  guard(app, (plain) => plain === apiKey)

  app.get(pathOf('getSession'), routeConfig('session'), async (_request, reply) =>
    send(reply, replyOf('processed', { output_SessionID: sessions.open() })),
  )
}
