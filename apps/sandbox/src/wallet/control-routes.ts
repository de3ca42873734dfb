import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { noSuch } from '../control/record-routes.ts'
import { registerTurns } from '../control/turn-routes.ts'
import { BadBody, numberIn, objectIn, oneOf } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'
import { type BrandId, brandIds } from './brands.ts'
import type { Counter } from './counter.ts'
import { registerPlatformSettings } from './settings-routes.ts'
import { settle, turnNames } from './turns.ts'
import { paymentView, walletView } from './views.ts'
import { pinTries, type WalletChanges } from './wallets.ts'

interface OfWallet {
  readonly Params: { readonly brand: string; readonly msisdn: string }
}

const maxMinor = 1_000_000_000_000

/** The door of tests and of the sandbox phone. */
export function registerControlRoutes(app: FastifyInstance, counter: Counter): void {
  answerBadBodies(app)
  registerPlatformSettings(app, counter)
  registerWalletRoutes(app, counter)
  const { till } = counter

  registerTurns(app, {
    path: '/__sim/wallet/payments',
    verb: 'turn',
    field: 'to',
    find: (id) => till.find(id),
    view: paymentView,
    turns: turnNames,
    take: (payment, turn) => settle(payment, turn, till),
    tooLate: ({ status }) => `The payment is ${status}`,
  })
}

function registerWalletRoutes(app: FastifyInstance, { wallets, currency }: Counter): void {
  app.get('/__sim/wallet/wallets', async () => wallets.known().map((wallet) => walletView(wallet, currency)))

  app.get<OfWallet>('/__sim/wallet/wallets/:brand/:msisdn', async ({ params }, reply) => {
    const wallet = wallets.find(brandIn(params.brand), params.msisdn)
    return wallet ? walletView(wallet, currency) : noSuch(reply, 'wallet')
  })

  app.post<OfWallet>('/__sim/wallet/wallets/:brand/:msisdn', async ({ params, body }) => {
    const wallet = wallets.open(brandIn(params.brand), params.msisdn, changesIn(objectIn(body)))
    return walletView(wallet, currency)
  })
}

const brandIn = (brand: string): BrandId => oneOf({ brand }, 'brand', brandIds)

function changesIn(asked: JsonObject): WalletChanges {
  const { pin, balanceMinor, isBarred, pinTriesLeft } = asked
  if (pin !== undefined && !/^\d{4}$/.test(String(pin))) throw new BadBody('"pin" must be four digits')
  return {
    ...(pin !== undefined && { pin: String(pin) }),
    ...(balanceMinor !== undefined && { balanceMinor: numberIn(asked, 'balanceMinor', { min: 0, max: maxMinor }) }),
    ...(typeof isBarred === 'boolean' && { isBarred }),
    ...(pinTriesLeft !== undefined && { pinTriesLeft: numberIn(asked, 'pinTriesLeft', { min: 0, max: pinTries }) }),
  }
}
