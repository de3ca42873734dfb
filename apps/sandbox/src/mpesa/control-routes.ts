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
import { numberIn, objectIn, oneOf } from '../core/bodies.ts'
import { codes, modes, refundModes, type Settings, type Wallet } from './codes.ts'
import { type Payment, type ProviderAccount, refundedMinor } from './ledger.ts'
import { publicKey, type Simulation } from './sessions.ts'

const promptView = ({ id, msisdn, items, amountMinor, currency, expiresAtMs }: Payment, payee: string) => ({
  id,
  msisdn,
  payee,
  reference: items,
  amountMinor,
  currency,
  expiresAt: new Date(expiresAtMs).toISOString(),
})

const paymentView = (payment: Payment) => ({
  id: payment.id,
  reference: payment.reference,
  msisdn: payment.msisdn,
  status: payment.status,
  code: payment.code === undefined ? null : codes[payment.code].code,
  reason: payment.code === undefined ? null : codes[payment.code].label,
  transactionId: payment.transactionId ?? null,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  refundedMinor: refundedMinor(payment),
  askedAt: new Date(payment.askedAtMs).toISOString(),
  expiresAt: new Date(payment.expiresAtMs).toISOString(),
})

const walletView = ({ pin: _pin, ...wallet }: Wallet) => wallet

const outcomes = {
  success: (account, payment) => account.capture(payment),
  refused: (account, payment) => account.fail(payment, 'cancelled'),
  wrong_pin: (account, payment) => account.fail(payment, 'failed'),
  no_balance: (account, payment) => account.fail(payment, 'no_balance'),
  expired: (account, payment) => account.fail(payment, 'timed_out'),
  doubtful: (account, payment) => account.fail(payment, 'internal_error'),
} satisfies Outcomes<ProviderAccount, Payment>

const upToADay = { min: 0, max: 24 * 3_600_000 }

const readers = {
  mode: (fields) => ({ mode: oneOf(fields, 'mode', modes) }),
  promptMs: (fields) => ({ promptMs: numberIn(fields, 'promptMs', upToADay) }),
  sessionMs: (fields) => ({ sessionMs: numberIn(fields, 'sessionMs', upToADay) }),
  sessionDelayMs: (fields) => ({ sessionDelayMs: numberIn(fields, 'sessionDelayMs', upToADay) }),
  refunds: (fields) => ({ refunds: oneOf(fields, 'refunds', refundModes) }),
} as const satisfies Readers<Settings>

function registerMpesaSettings(app: FastifyInstance, { settings, sessions }: Simulation): void {
  registerSettingsRoutes(app, {
    path: '/__sim/mpesa',
    settings,
    readers,
    actions: { 'sessions/revoke': () => sessions.clear() },
  })
}

const maxMinor = 1_000_000_000_000

/** The control API of tests and of the sandbox phone. */
export function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  answerBadBodies(app)
  registerMpesaSettings(app, simulation)
  registerPrompts(app, simulation)
  registerWalletRoutes(app, simulation)
  const { account } = simulation

  app.get('/__sim/mpesa/key', async () => ({ publicKey }))

  registerOutcomes(app, { path: '/__sim/mpesa/payments', account, view: paymentView, outcomes })
}

function registerPrompts(app: FastifyInstance, { account, wallets, merchant }: Simulation): void {
  registerPromptRoutes(app, {
    path: '/__sim/mpesa/prompts',
    // A handset knows its number without the country code.
    waiting: (msisdn = '') => account.ledger.waiting().filter((payment) => payment.msisdn.endsWith(msisdn)),
    find: (id) => account.ledger.findWaiting('id', id),
    approve: (payment, pin) => account.approve(payment, pin),
    hadWrongPin: ({ code }) => code === 'failed',
    refuse: (payment) => account.fail(payment, 'cancelled'),
    pinFor: ({ msisdn }) => wallets.find(msisdn)?.pin ?? '',
    promptView: (payment) => promptView(payment, merchant),
    paymentView,
  })
}

function registerWalletRoutes(app: FastifyInstance, { wallets }: Simulation): void {
  recordRoutes(app, {
    path: '/__sim/mpesa/wallets',
    what: 'wallet',
    find: (msisdn) => wallets.find(msisdn),
    view: walletView,
  }).serveRecord()

  app.post<{ Params: { msisdn: string } }>('/__sim/mpesa/wallets/:msisdn', async ({ params, body }) => {
    const fields = objectIn(body)
    const wallet = wallets.open(params.msisdn, numberIn(fields, 'balanceMinor', { min: 0, max: maxMinor }))
    if (typeof fields.isActive === 'boolean') wallet.isActive = fields.isActive
    return walletView(wallet)
  })
}
