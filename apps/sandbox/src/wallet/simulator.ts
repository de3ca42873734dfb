import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { inScopes, isJsonObject } from '../core/bodies.ts'
import type { CallbackMessage, Callbacks } from '../core/callbacks.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { registerControlRoutes } from './control-routes.ts'
import { bodyIn, fault, guard, ownerIn, textIn } from './guards.ts'
import { type Payment, ProviderAccount } from './ledger.ts'
import { type Otp, OtpService, otpLifeSeconds } from './otp-service.ts'
import { registerPaymentRoutes } from './payment-routes.ts'
import { PinKeys } from './pin-keys.ts'
import { customerTokens, merchantTokens, type Simulation } from './simulation.ts'
import {
  accept,
  type BrandId,
  brands,
  type Envelope,
  initialSettings,
  invalid,
  refuse,
  type Wallet,
  Wallets,
} from './wallets.ts'

const routeConfig = (operation: string) => ({ config: { provider: 'wallet', operation } })

/** Codes that prove who holds a wallet. */
function registerOtpRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { otps, wallets, settings } = simulation

  /** Sends a text through the SMSC's control API, from inside the network. */
  async function send({ brand, msisdn, code }: Otp): Promise<void> {
    const { name, sender } = brands[brand]
    const text = `${code} is your ${name} code. Do not share it.\n\n@${simulation.codeHost()} #${code}`
    await app.inject({ method: 'POST', url: '/__sim/sms', payload: { from: sender, to: msisdn, text } })
  }

  app.post('/wallet/v1/otp/send', routeConfig('otpSend'), async ({ body }): Promise<Envelope> => {
    const owner = ownerIn(bodyIn(body), simulation)
    if (owner === undefined) return refuse('invalid')
    if (wallets.find(owner.brand.id, owner.msisdn) === undefined) return refuse('no_such_wallet')
    const otp = otps.send(owner.brand.id, owner.msisdn)
    if (otp === undefined) return refuse('otp_limit')
    await send(otp)
    return accept({ refId: otp.refId, expiresIn: otpLifeSeconds, resendAfter: settings.resendAfterMs / 1000 })
  })

  app.post('/wallet/v1/otp/resend', routeConfig('otpResend'), async ({ body }): Promise<Envelope> => {
    const known = otps.find(textIn(bodyIn(body), 'refId'))
    if (known === undefined) return invalid('Unknown refId')
    if (known.triesLeft === 0) return refuse('otp_exhausted')
    const otp = otps.resend(known)
    if (otp === undefined) return refuse('otp_limit')
    await send(otp)
    return accept({ refId: otp.refId })
  })

  app.post('/wallet/v1/otp/verify', routeConfig('otpVerify'), async ({ body }) => verify(bodyIn(body), simulation))
}

function verify(body: ReturnType<typeof bodyIn>, simulation: Simulation): Envelope {
  const { otps, customers } = simulation
  const owner = ownerIn(body, simulation)
  const otp = otps.find(textIn(body, 'refId'))
  const isTheirs = otp !== undefined && owner?.brand.id === otp.brand && owner.msisdn === otp.msisdn
  if (!isTheirs) return invalid('Unknown refId')

  const verification = otps.verify(otp, textIn(body, 'otp'))
  if (verification.outcome === 'exhausted') return refuse('otp_exhausted')
  if (verification.outcome === 'void') return invalid('The code has expired')
  if (verification.outcome === 'wrong') return refuse('wrong_otp', { attemptsLeft: verification.triesLeft })
  const accessToken = customers.issue({ brand: otp.brand, msisdn: otp.msisdn })
  return accept({ tokenType: 'Bearer', accessToken, expiresIn: customers.lifeMs / 1000 })
}

const minuteMs = 60_000
const retryAfterMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const

interface NotifierOptions {
  readonly callbacks: Callbacks
  readonly now: () => Date
  readonly urlOf: (brand: BrandId) => string
  readonly secret: string
}

/** Writes `t=1795000000,v1=` and the hash of that second, a dot and the body. */
export function signatureHeader(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** Reports the outcome of a payment to the merchant. */
class Notifier {
  readonly #options: NotifierOptions

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  reportEnd({ id, brand, walletTransactionId, status }: Payment): void {
    const { callbacks, now, urlOf, secret } = this.#options
    const body = JSON.stringify({ merchantTransactionId: id, walletTransactionId, status })
    const signedWith = (key: string): CallbackMessage => ({
      body,
      headers: { 'content-type': 'application/json', 'x-wallet-signature': signatureHeader(body, key, now()) },
    })
    callbacks.send({
      provider: 'wallet',
      url: urlOf(brand),
      body,
      // The time is read at each try, because a signature expires after five minutes.
      get headers() {
        return signedWith(secret).headers
      },
      misSigned: () => signedWith(`not ${secret}`),
      retryAfterMs,
    })
  }
}

interface WalletState {
  readonly format: 'wallet-1'
  readonly wallets: readonly Wallet[]
  readonly payments: readonly Payment[]
}

const isWalletState = (state: unknown): state is WalletState => isJsonObject(state) && state.format === 'wallet-1'

function stateOf({ wallets, account }: Simulation): WalletState {
  return { format: 'wallet-1', wallets: wallets.all(), payments: account.ledger.all() }
}

function restoreState({ wallets, account }: Simulation, state: unknown): void {
  if (!isWalletState(state)) return
  wallets.restore(state.wallets)
  account.restore(state.payments)
}

export interface WalletOptions {
  /** When it is absent, each brand has the portal's own callback address. */
  readonly callbackUrl?: string
  readonly callbackSecret?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly walletMinor?: number
  readonly limitMinor?: number
}

/** The operator's wallet platform: two wallet brands that pay by code and PIN. */
export function createWalletSimulator(world: World, options: WalletOptions = {}): Simulator {
  const simulation = createCounter(world, options)
  const { account, wallets, otps, merchants, customers, settings } = simulation

  return {
    name: 'wallet',
    unknownPaths: [
      {
        prefix: '/wallet',
        answer: (reply) => reply.code(404).send({ ...invalid('No such service'), statusCode: 404 }),
      },
    ],
    register: inScopes(
      (scope) => registerTokenRoute(scope, simulation),
      (scope) => {
        guard(scope, simulation)
        registerOtpRoutes(scope, simulation)
        registerPaymentRoutes(scope, simulation)
      },
      (scope) => registerControlRoutes(scope, simulation),
    ),
    records: () => ({ captures: account.ledger.captures() }),
    snapshot: () => stateOf(simulation),
    restore: (state) => restoreState(simulation, state),
    reset() {
      account.ledger.clear()
      wallets.clear()
      otps.clear()
      merchants.clear()
      customers.clear()
      Object.assign(settings, initialSettings())
    },
  }
}

function createCounter(world: World, options: WalletOptions): Simulation {
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
    otps: new OtpService(now, settings),
    account: new ProviderAccount({ now, wallets, settings, ended: (payment) => notifier.reportEnd(payment) }),
    wallets,
  }
}

/** The token endpoint takes OAuth 2 client credentials, in JSON. */
function registerTokenRoute(app: FastifyInstance, { merchants, clientId, clientSecret }: Simulation): void {
  app.post(
    '/wallet/v1/oauth/token',
    { config: { provider: 'wallet', operation: 'token' } },
    async ({ body }, reply) => {
      const fields = isJsonObject(body) ? body : {}
      const isKnown = fields.client_id === clientId && fields.client_secret === clientSecret
      if (!isKnown) return reply.code(401).send(fault('invalid_client', 'Invalid client authentication'))
      if (fields.grant_type !== 'client_credentials') {
        return reply.code(400).send(fault('unsupported_grant_type', 'Unsupported grant type'))
      }
      return { access_token: merchants.issue(true), token_type: 'Bearer', expires_in: merchants.lifeMs / 1000 }
    },
  )
}
