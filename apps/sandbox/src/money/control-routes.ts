import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { registerPromptRoutes } from '../control/prompt-routes.ts'
import { recordRoutes } from '../control/record-routes.ts'
import { registerTurns } from '../control/turn-routes.ts'
import { numberIn, objectIn, oneOf } from '../core/bad-body.ts'
import { autoModes } from './autopilot.ts'
import type { Counter } from './counter.ts'
import { registerOperatorSettings } from './settings-routes.ts'
import { settle, turnNames } from './turns.ts'
import { paymentView, promptView, walletView } from './views.ts'

const maxMs = 24 * 3_600_000
const maxMinor = 1_000_000_000_000

/** The door of tests and of the sandbox phone. */
export function registerControlRoutes(app: FastifyInstance, counter: Counter): void {
  answerBadBodies(app)
  registerOperatorSettings(app, counter)
  registerPrompts(app, counter)
  registerWalletRoutes(app, counter)
  const { till, autopilot } = counter

  registerTurns(app, {
    path: '/__sim/money/payments',
    verb: 'turn',
    field: 'to',
    find: (id) => till.find(id),
    view: paymentView,
    turns: turnNames,
    take: (payment, turn) => settle(payment, turn, till),
    tooLate: ({ status }) => `The payment is ${status}`,
  })

  app.post('/__sim/money/auto', async ({ body }) => {
    const asked = objectIn(body)
    const afterMs = asked.afterMs === undefined ? 0 : numberIn(asked, 'afterMs', { min: 0, max: maxMs })
    autopilot.set(oneOf(asked, 'mode', autoModes), afterMs, till.prompts())
    return { mode: autopilot.mode, afterMs: autopilot.afterMs }
  })
}

function registerPrompts(app: FastifyInstance, { till, wallets, merchant }: Counter): void {
  registerPromptRoutes(app, {
    path: '/__sim/money/prompts',
    waiting: (msisdn) => (msisdn === undefined ? till.prompts() : till.promptsOf(msisdn)),
    find: (id) => till.findPrompt(id),
    approve: (payment, pin) => till.approve(payment, pin),
    hadWrongPin: ({ code }) => code === 'wrong_pin',
    refuse: (payment) => till.fail(payment, 'refused'),
    pinFor: ({ msisdn }) => wallets.find(msisdn)?.pin ?? '',
    promptView: (payment) => promptView(payment, merchant),
    paymentView,
  })
}

function registerWalletRoutes(app: FastifyInstance, { wallets, currencies: [currency = ''] }: Counter): void {
  recordRoutes(app, {
    path: '/__sim/money/wallets',
    what: 'wallet',
    find: (msisdn) => wallets.find(msisdn),
    view: (wallet) => walletView(wallet, currency),
  }).look()

  app.post<{ Params: { msisdn: string } }>('/__sim/money/wallets/:msisdn', async ({ params, body }) => {
    const asked = objectIn(body)
    const known = wallets.find(params.msisdn)
    const balanceMinor =
      asked.balanceMinor === undefined && known
        ? known.balanceMinor
        : numberIn(asked, 'balanceMinor', { min: 0, max: maxMinor })
    const wallet = wallets.open(params.msisdn, balanceMinor)
    if (typeof asked.isBarred === 'boolean') wallet.isBarred = asked.isBarred
    return walletView(wallet, currency)
  })
}
