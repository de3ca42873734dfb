import type { FastifyInstance } from 'fastify'
import {
  answerBadBodies,
  type Outcomes,
  type Readers,
  recordRoutes,
  registerOutcomes,
  registerPromptRoutes,
  registerSettingsRoutes,
} from '../control/control-api.ts'
import { BadBody, numberIn, objectIn, oneOf } from '../core/bodies.ts'
import { autoModes } from './autopilot.ts'
import { messageOf } from './codes.ts'
import type { Payment, ProviderAccount, Wallet } from './ledger.ts'
import { refundModes, type Settings, type Simulation } from './simulation.ts'
import { hashForms } from './transaction-view.ts'

const readers = {
  promptMs: (fields) => ({ promptMs: numberIn(fields, 'promptMs', { min: 0, max: longestWaitMs }) }),
  signing: ({ signing }) => {
    if (typeof signing !== 'boolean') throw new BadBody('"signing" must be true or false')
    return { signing }
  },
  hashForm: (fields) => ({ hashForm: oneOf(fields, 'hashForm', hashForms) }),
  refunds: (fields) => ({ refunds: oneOf(fields, 'refunds', refundModes) }),
} as const satisfies Readers<Settings>

function registerOperatorSettings(app: FastifyInstance, { settings, autopilot, keys, tokens }: Simulation): void {
  registerSettingsRoutes(app, {
    path: '/__sim/money',
    settings,
    readers,
    view: () => ({ ...settings, auto: { mode: autopilot.mode, afterMs: autopilot.afterMs } }),
    actions: { 'keys/rotate': () => keys.rotate(), 'tokens/revoke': () => tokens.clear() },
  })
}

const outcomes = {
  success: (account, payment) => account.capture(payment),
  ambiguous: (account, payment) => account.fail(payment, 'ambiguous'),
  failed: (account, payment) => account.fail(payment, 'not_honoured'),
  wrong_pin: (account, payment) => account.fail(payment, 'wrong_pin'),
  no_pin: (account, payment) => account.fail(payment, 'invalid_field'),
  timed_out: (account, payment) => account.fail(payment, 'timed_out'),
  expired: (account, payment) => account.fail(payment, 'expired'),
  reversed: (account, payment) => {
    account.capture(payment)
    account.reverse(payment)
  },
} satisfies Outcomes<ProviderAccount, Payment>

const promptView = ({ id, msisdn, reference, amountMinor, currency, expiresAtMs }: Payment, payee: string) => ({
  id,
  msisdn,
  payee,
  reference,
  amountMinor,
  currency,
  expiresAt: new Date(expiresAtMs).toISOString(),
})

const paymentView = ({ id, msisdn, status, code, moneyId, ...payment }: Payment) => ({
  id,
  msisdn,
  status,
  reason: messageOf(code),
  moneyId: moneyId ?? null,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  refundedMinor: payment.refundedMinor,
  askedAt: new Date(payment.askedAtMs).toISOString(),
  expiresAt: new Date(payment.expiresAtMs).toISOString(),
})

const walletView = ({ pin: _pin, ...wallet }: Wallet, currency: string) => ({ ...wallet, currency })

const longestWaitMs = 24 * 3_600_000
const maxMinor = 1_000_000_000_000

/** The control API of tests and of the sandbox phone. */
export function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  answerBadBodies(app)
  registerOperatorSettings(app, simulation)
  registerPrompts(app, simulation)
  registerWalletRoutes(app, simulation)
  const { account, autopilot } = simulation

  registerOutcomes(app, { path: '/__sim/money/payments', account, view: paymentView, outcomes })

  app.post('/__sim/money/auto', async ({ body }) => {
    const fields = objectIn(body)
    const afterMs = fields.afterMs === undefined ? 0 : numberIn(fields, 'afterMs', { min: 0, max: longestWaitMs })
    autopilot.set(oneOf(fields, 'mode', autoModes), afterMs, account.ledger.waiting())
    return { mode: autopilot.mode, afterMs: autopilot.afterMs }
  })
}

function registerPrompts(app: FastifyInstance, { account, wallets, merchant }: Simulation): void {
  registerPromptRoutes(app, {
    path: '/__sim/money/prompts',
    waiting: (msisdn) =>
      account.ledger.waiting().filter((payment) => msisdn === undefined || payment.msisdn === msisdn),
    find: (id) => account.ledger.findWaiting('id', id),
    approve: (payment, pin) => account.approve(payment, pin),
    hadWrongPin: ({ code }) => code === 'wrong_pin',
    refuse: (payment) => account.fail(payment, 'refused'),
    pinFor: ({ msisdn }) => wallets.find(msisdn)?.pin ?? '',
    promptView: (payment) => promptView(payment, merchant),
    paymentView,
  })
}

function registerWalletRoutes(app: FastifyInstance, { wallets, currencies: [currency = ''] }: Simulation): void {
  recordRoutes(app, {
    path: '/__sim/money/wallets',
    what: 'wallet',
    find: (msisdn) => wallets.find(msisdn),
    view: (wallet) => walletView(wallet, currency),
  }).serveRecord()

  app.post<{ Params: { msisdn: string } }>('/__sim/money/wallets/:msisdn', async ({ params, body }) => {
    const fields = objectIn(body)
    const known = wallets.find(params.msisdn)
    const balanceMinor =
      fields.balanceMinor === undefined && known
        ? known.balanceMinor
        : numberIn(fields, 'balanceMinor', { min: 0, max: maxMinor })
    const wallet = wallets.open(params.msisdn, balanceMinor)
    if (typeof fields.isBarred === 'boolean') wallet.isBarred = fields.isBarred
    return walletView(wallet, currency)
  })
}
