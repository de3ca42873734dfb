import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { registerPromptRoutes } from '../control/prompt-routes.ts'
import { recordRoutes } from '../control/record-routes.ts'
import { registerTurns } from '../control/turn-routes.ts'
import { numberIn, objectIn } from '../core/bad-body.ts'
import type { Counter } from './counter.ts'
import { publicKey } from './key-pair.ts'
import { registerMpesaSettings } from './settings-routes.ts'
import { settle, turnNames } from './turns.ts'
import { paymentView, promptView, walletView } from './views.ts'

const maxMinor = 1_000_000_000_000

/** The door of tests and of the sandbox phone. */
export function registerControlRoutes(app: FastifyInstance, counter: Counter): void {
  answerBadBodies(app)
  registerMpesaSettings(app, counter)
  registerPrompts(app, counter)
  registerWalletRoutes(app, counter)
  const { till } = counter

  app.get('/__sim/mpesa/key', async () => ({ publicKey }))

  registerTurns(app, {
    path: '/__sim/mpesa/payments',
    verb: 'turn',
    field: 'to',
    find: (id) => till.find(id),
    view: paymentView,
    turns: turnNames,
    take: (payment, turn) => settle(payment, turn, till),
    tooLate: ({ status }) => `The payment is ${status}`,
  })
}

function registerPrompts(app: FastifyInstance, { till, wallets, merchant }: Counter): void {
  registerPromptRoutes(app, {
    path: '/__sim/mpesa/prompts',
    // A handset knows its number without the country code.
    waiting: (msisdn = '') => till.prompts().filter((payment) => payment.msisdn.endsWith(msisdn)),
    find: (id) => till.findPrompt(id),
    approve: (payment, pin) => till.approve(payment, pin),
    hadWrongPin: ({ code }) => code === 'failed',
    refuse: (payment) => till.fail(payment, 'cancelled'),
    pinFor: ({ msisdn }) => wallets.find(msisdn)?.pin ?? '',
    promptView: (payment) => promptView(payment, merchant),
    paymentView,
  })
}

function registerWalletRoutes(app: FastifyInstance, { wallets }: Counter): void {
  recordRoutes(app, {
    path: '/__sim/mpesa/wallets',
    what: 'wallet',
    find: (msisdn) => wallets.find(msisdn),
    view: walletView,
  }).look()

  app.post<{ Params: { msisdn: string } }>('/__sim/mpesa/wallets/:msisdn', async ({ params, body }) => {
    const asked = objectIn(body)
    const wallet = wallets.open(params.msisdn, numberIn(asked, 'balanceMinor', { min: 0, max: maxMinor }))
    if (typeof asked.isActive === 'boolean') wallet.isActive = asked.isActive
    return walletView(wallet)
  })
}
