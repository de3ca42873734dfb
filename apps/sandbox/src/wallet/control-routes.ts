import type { FastifyInstance } from 'fastify'
import {
  answerBadBodies,
  noSuch,
  type Outcomes,
  type Readers,
  registerOutcomes,
  registerSettingsRoutes,
} from '../control/control-api.ts'
import { BadBody, type JsonObject, numberIn, objectIn, oneOf } from '../core/bodies.ts'
import type { Payment, ProviderAccount } from './ledger.ts'
import type { Simulation } from './simulation.ts'
import { paymentView, walletView } from './views.ts'
import {
  type BrandId,
  brandIds,
  pinTries,
  processModes,
  refundModes,
  type Settings,
  type WalletChanges,
} from './wallets.ts'

const someTime = { min: 0, max: 24 * 3_600_000 }

const readers = {
  pinMs: (fields) => ({ pinMs: numberIn(fields, 'pinMs', someTime) }),
  nonceMs: (fields) => ({ nonceMs: numberIn(fields, 'nonceMs', someTime) }),
  resendAfterMs: (fields) => ({ resendAfterMs: numberIn(fields, 'resendAfterMs', someTime) }),
  codesPerDay: (fields) => ({ codesPerDay: numberIn(fields, 'codesPerDay', { min: 0, max: 1_000_000 }) }),
  process: (fields) => ({ process: oneOf(fields, 'process', processModes) }),
  refunds: (fields) => ({ refunds: oneOf(fields, 'refunds', refundModes) }),
} as const satisfies Readers<Settings>

function registerPlatformSettings(app: FastifyInstance, { settings, keys, merchants, customers }: Simulation): void {
  registerSettingsRoutes(app, {
    path: '/__sim/wallet',
    settings,
    readers,
    actions: {
      'keys/rotate': () => keys.rotate(),
      'tokens/revoke': () => merchants.clear(),
      'customers/revoke': () => customers.clear(),
    },
  })
}

const outcomes = {
  success: (account, payment) => account.capture(payment),
  in_process: (account, payment) => account.doubt(payment),
  refused: (account, payment) => account.fail(payment, 'REFUSED'),
  insufficient_funds: (account, payment) => account.fail(payment, 'INSUFFICIENT_FUNDS'),
  limit_exceeded: (account, payment) => account.fail(payment, 'LIMIT_EXCEEDED'),
  wallet_locked: (account, payment) => account.fail(payment, 'WALLET_LOCKED'),
  expired: (account, payment) => account.expire(payment),
  reversed: (account, payment) => account.reverse(payment),
} satisfies Outcomes<ProviderAccount, Payment>

interface OfWallet {
  readonly Params: { readonly brand: string; readonly msisdn: string }
}

const maxMinor = 1_000_000_000_000

/** The control API of tests and of the sandbox phone. */
export function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  answerBadBodies(app)
  registerPlatformSettings(app, simulation)
  registerWalletRoutes(app, simulation)
  const { account } = simulation

  registerOutcomes(app, { path: '/__sim/wallet/payments', account, view: paymentView, outcomes })
}

function registerWalletRoutes(app: FastifyInstance, { wallets, currency }: Simulation): void {
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

function changesIn(fields: JsonObject): WalletChanges {
  const { pin, balanceMinor, isBarred, pinTriesLeft } = fields
  if (pin !== undefined && !/^\d{4}$/.test(String(pin))) throw new BadBody('"pin" must be four digits')
  return {
    ...(pin !== undefined && { pin: String(pin) }),
    ...(balanceMinor !== undefined && { balanceMinor: numberIn(fields, 'balanceMinor', { min: 0, max: maxMinor }) }),
    ...(typeof isBarred === 'boolean' && { isBarred }),
    ...(pinTriesLeft !== undefined && { pinTriesLeft: numberIn(fields, 'pinTriesLeft', { min: 0, max: pinTries }) }),
  }
}
