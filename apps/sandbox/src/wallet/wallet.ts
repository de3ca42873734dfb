import { inScopes } from '../core/in-scopes.ts'
import type { Capture, Simulator, World } from '../core/simulator.ts'
import { type BrandId, brands } from './brands.ts'
import { invalid } from './codes.ts'
import { registerControlRoutes } from './control-routes.ts'
import type { Counter } from './counter.ts'
import { guard } from './guards.ts'
import { Notifier } from './notifier.ts'
import { OtpDesk } from './otp-desk.ts'
import { registerOtpRoutes } from './otp-routes.ts'
import type { Payment } from './payment.ts'
import { registerPaymentRoutes } from './payment-routes.ts'
import { PinKeys } from './pin-keys.ts'
import { initialSettings } from './settings.ts'
import { restoreState, stateOf } from './snapshot.ts'
import { Till } from './till.ts'
import { registerTokenRoute } from './token-route.ts'
import { customerTokens, merchantTokens } from './tokens.ts'
import { Wallets } from './wallets.ts'

export interface WalletOptions {
  /** Absent: the address at which the portal expects the callbacks of each brand. */
  readonly callbackUrl?: string
  readonly callbackSecret?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly walletMinor?: number
  readonly limitMinor?: number
}

/** The operator's wallet platform: two brands of wallet that pay by a code and a PIN. */
export function createWalletSimulator(world: World, options: WalletOptions = {}): Simulator {
  const counter = createCounter(world, options)
  const { till, wallets, otps, merchants, customers, settings } = counter

  return {
    name: 'wallet',
    unknownPaths: [
      {
        prefix: '/wallet',
        answer: (reply) => reply.code(404).send({ ...invalid('No such service'), statusCode: 404 }),
      },
    ],
    register(app) {
      inScopes(
        app,
        (scope) => registerTokenRoute(scope, counter),
        (scope) => {
          guard(scope, counter)
          registerOtpRoutes(scope, counter)
          registerPaymentRoutes(scope, counter)
        },
        (scope) => registerControlRoutes(scope, counter),
      )
    },
    books: () => ({ captures: till.captured().map(captureOf) }),
    snapshot: () => stateOf(counter),
    restore: (state) => restoreState(counter, state),
    reset() {
      till.clear()
      wallets.clear()
      otps.clear()
      merchants.clear()
      customers.clear()
      Object.assign(settings, initialSettings())
    },
  }
}

function createCounter(world: World, options: WalletOptions): Counter {
  const { now, addresses, callbacks } = world
  const settings = initialSettings()
  const wallets = new Wallets(world.market, options.walletMinor)
  const notify = '/api/portal-service/transaction/v1/pg-callback/notify'
  const notifier = new Notifier({
    callbacks,
    now,
    urlOf: (brand: BrandId) =>
      options.callbackUrl ?? `${addresses.portalUrl}${notify}/${brands[brand].gateway}/sandbox-callback`,
    secret: options.callbackSecret ?? 'nyanja-sandbox-wallet',
  })
  return {
    clientId: options.clientId ?? 'nyanja-sandbox',
    clientSecret: options.clientSecret ?? 'nyanja-sandbox-secret',
    opco: world.market.opco,
    countryCode: world.market.callingCode,
    currency: world.market.currency,
    currencies: world.market.currencies,
    limitMinor: options.limitMinor ?? 75_000_000,
    codeHost: () => new URL(addresses.portalUrl).hostname,
    now,
    settings,
    merchants: merchantTokens(now),
    customers: customerTokens(now),
    keys: new PinKeys(now),
    otps: new OtpDesk(now, settings),
    till: new Till({ now, wallets, settings, ended: (payment) => notifier.tell(payment) }),
    wallets,
  }
}

function captureOf({ id, walletReference = '', completedAtMs = 0, ...payment }: Payment): Capture {
  return {
    provider: 'wallet',
    reference: id,
    providerReference: walletReference,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    payer: payment.msisdn,
    refundedMinor: payment.refundedMinor,
    at: new Date(completedAtMs).toISOString(),
  }
}
