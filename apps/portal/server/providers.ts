import { createDpoCallbackReader } from './adapters/dpo/callback.ts'
import { createDpoGateway } from './adapters/dpo/dpo-gateway.ts'
import { createMpesaCallbackReader } from './adapters/mpesa/callback.ts'
import { createMpesaGateway } from './adapters/mpesa/mpesa-gateway.ts'
import { createMoneyCallbackReader } from './adapters/open-api-money/callback.ts'
import { createOpenApiMoneyGateway } from './adapters/open-api-money/open-api-money-gateway.ts'
import { createPaychanguCallbackReader } from './adapters/paychangu/callback.ts'
import { createPaychanguGateway } from './adapters/paychangu/paychangu-gateway.ts'
import { createPaystackCallbackReader } from './adapters/paystack/callback.ts'
import { createPaystackGateway } from './adapters/paystack/paystack-gateway.ts'
import { createTinggCallbackReader } from './adapters/tingg/callback.ts'
import { createTinggGateway } from './adapters/tingg/tingg-gateway.ts'
import { createAirtimeGateway } from './adapters/tmf/airtime-gateway.ts'
import type { TmfOptions } from './adapters/tmf/tmf-client.ts'
import { createUbaGateway } from './adapters/uba/uba-gateway.ts'
import { createWalletCallbackReader } from './adapters/wallet-direct/callback.ts'
import { createWalletDirect } from './adapters/wallet-direct/wallet-direct.ts'
import type { Config } from './config.ts'
import type { Market } from './market.ts'
import type { Metrics } from './metrics.ts'
import { journalGateway, journalPinWallet, type MoneyJournal } from './payments/money-journal.ts'
import type { Reachability } from './reachability.ts'

interface ProvidersOptions {
  readonly journal: MoneyJournal
  readonly config: Config
  readonly tmf: TmfOptions
  readonly metrics: Pick<Metrics, 'addedProvider' | 'askedProvider' | 'turnedCircuit'>
  readonly reachability: Pick<Reachability, 'turned'>
  /** Hears of calls that outlasted their start. */
  readonly answered: (gateway: string, id: string) => void
  /** Hears of words that a provider has not published. */
  readonly log: { warn(words: string): void }
  readonly now: () => number
}

/** Calls are counted by provider; whether a gateway can be reached is known by its own name. */
function watchedAs(gateway: string, { metrics, reachability, now }: ProvidersOptions) {
  return {
    now,
    added: metrics.addedProvider,
    observe: metrics.askedProvider,
    turned(provider: string, isOpen: boolean) {
      metrics.turnedCircuit(provider, isOpen)
      reachability.turned(gateway, isOpen)
    },
  }
}

function currenciesOf({ currency, secondCurrency }: Market) {
  return [currency, ...(secondCurrency === undefined ? [] : [secondCurrency])] as const
}

/** How the operator's wallet platform calls each of its brands. */
const walletModes = {
  'nyanja-money-pin': ({ brand }) => `${brand.toUpperCase()}_MONEY`,
  smartcash: () => 'KS',
} as const satisfies Record<string, (market: Market) => string>

type PinWalletName = keyof typeof walletModes

/** Wallets whose PIN is typed on our page. */
function createPinWallets(options: ProvidersOptions) {
  const { config, journal } = options
  const { numbers, opco } = config.market
  const common = { opco, countryCode: numbers.countryCode, currencies: currenciesOf(config.market) }
  const open = (name: PinWalletName) => {
    const settings = config.providers[name]
    const paymentMode = walletModes[name](config.market)
    const opened =
      settings && createWalletDirect({ name, paymentMode, ...settings, ...common, ...watchedAs(name, options) })
    return opened && { ...opened, wallet: journalPinWallet(name, opened.wallet, journal) }
  }
  return { 'nyanja-money-pin': open('nyanja-money-pin'), smartcash: open('smartcash') } as const
}

/** One line for each provider that is set up. */
export function createProviders(options: ProvidersOptions) {
  const { config, tmf, answered, log } = options
  const { dpo, paystack, cellulant, uba, paychangu, mpesa, 'open-api-money': money } = config.providers
  const { country, country3, currency, timeZone, numbers } = config.market
  const { countryCode } = numbers
  const watched = (gateway: string) => watchedAs(gateway, options)
  const currencies = currenciesOf(config.market)
  const notify = `${config.http.publicOrigin}/api/portal-service/transaction/v1/pg-callback/notify`

  const pinWallets = createPinWallets(options)
  const { 'nyanja-money-pin': moneyPin, smartcash } = pinWallets

  const gateways = {
    airtime: createAirtimeGateway({ ...tmf, currency, ...watched('airtime') }),
    ...(dpo && { dpo: createDpoGateway({ ...dpo, country, countryCode, timeZone, ...watched('dpo') }) }),
    ...(paystack && { paystack: createPaystackGateway({ ...paystack, ...watched('paystack') }) }),
    ...(cellulant && {
      cellulant: createTinggGateway({
        ...cellulant,
        country: country3,
        countryCode,
        currencies,
        callbackUrl: `${notify}/cellulant/${config.callbackToken}`,
        ...watched('cellulant'),
      }),
    }),
    ...(uba && {
      uba: createUbaGateway({
        ...uba,
        currencies,
        countryCode,
        timeZone,
        log: (words) => log.warn(words),
        ...watched('uba'),
      }),
    }),
    ...(paychangu && { paychangu: createPaychanguGateway({ ...paychangu, ...watched('paychangu') }) }),
    ...(mpesa &&
      config.market.mpesa && {
        mpesa: createMpesaGateway({
          ...mpesa,
          ...config.market.mpesa,
          countryCode,
          currencies,
          answered: (id) => answered('mpesa', id),
          ...watched('mpesa'),
        }),
      }),
    ...(money && {
      'open-api-money': createOpenApiMoneyGateway({
        ...money,
        country,
        currencies,
        signsMessages: money.signing,
        ...watched('open-api-money'),
      }),
    }),
    ...(moneyPin && { 'nyanja-money-pin': moneyPin.gateway }),
    ...(smartcash && { smartcash: smartcash.gateway }),
  }
  const popups = { paystack: config.providers['paystack-popup'] }
  const journaled = Object.entries(gateways).map(
    ([name, gateway]) => [name, journalGateway(name, gateway, options.journal)] as const,
  )
  return {
    gateways: Object.fromEntries(journaled),
    callbackReaders: createCallbackReaders(options),
    pinWallets,
    popups,
  }
}

function createCallbackReaders({ config, now }: ProvidersOptions) {
  const { dpo, paystack, cellulant, paychangu, mpesa, 'open-api-money': money } = config.providers
  const walletSettings = config.providers['nyanja-money-pin'] ?? config.providers.smartcash
  const walletReader = walletSettings && createWalletCallbackReader({ secrets: walletSettings.callbackSecrets, now })
  return {
    ...(dpo && { dpo: createDpoCallbackReader() }),
    ...(paystack && { paystack: createPaystackCallbackReader(paystack) }),
    ...(cellulant && { cellulant: createTinggCallbackReader(cellulant) }),
    ...(paychangu && { paychangu: createPaychanguCallbackReader(paychangu) }),
    ...(mpesa && { mpesa: createMpesaCallbackReader() }),
    ...(money && {
      'open-api-money': createMoneyCallbackReader(money.callbacks),
    }),
    ...(walletReader && { 'nyanja-money-pin': walletReader, smartcash: walletReader }),
  }
}
