import type { ConfiguredGateway, GatewayContext } from '../adapters/gateway-definition.ts'
import type { TmfOptions } from '../adapters/tmf/tmf-client.ts'
import type { Reachability } from '../common/reachability.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { journalGateway, journalPinWallet, type MoneyJournal } from '../payments/money-journal.ts'
import type { Config } from '../settings/config.ts'

interface ProvidersOptions {
  readonly journal: MoneyJournal
  readonly config: Config
  readonly tmf: TmfOptions
  readonly metrics: Pick<Metrics, 'addedProvider' | 'askedProvider' | 'changedCircuit'>
  readonly reachability: Pick<Reachability, 'toggled'>
  /** Called when a call outlasts its start. */
  readonly answered: (gateway: string, id: string) => void
  /** Reports answers that a provider has not published. */
  readonly log: { warn(message: string): void }
  readonly now: () => number
}

const notifyPath = '/api/portal-service/transaction/v1/pg-callback/notify'

/** Calls are counted by provider; reachability is kept by gateway. */
function contextOf(gateway: string, options: ProvidersOptions): GatewayContext {
  const { config, tmf, metrics, reachability, answered, log, now } = options
  const { brand, opco, country, country3, currency, secondCurrency, timeZone, numbers, mpesa } = config.market
  return {
    ...{ brand, opco, country, country3, currency, timeZone, mpesa, tmf, now },
    countryCode: numbers.countryCode,
    currencies: [currency, ...(secondCurrency === undefined ? [] : [secondCurrency])],
    callbackUrl: `${config.http.publicOrigin}${notifyPath}/${gateway}/${config.callbackToken}`,
    answered: (id) => answered(gateway, id),
    log: (message) => log.warn(message),
    added: metrics.addedProvider,
    observe: metrics.askedProvider,
    toggled(provider, isOpen) {
      metrics.changedCircuit(provider, isOpen)
      reachability.toggled(gateway, isOpen)
    },
  }
}

function openGateway({ name, method, open }: ConfiguredGateway, options: ProvidersOptions) {
  const opened = open(contextOf(name, options))
  if (opened === undefined) return []
  const { gateway, pinWallet } = opened
  const { journal } = options
  const pin = pinWallet && { ...pinWallet, method, wallet: journalPinWallet(name, pinWallet.wallet, journal) }
  return [{ name, gateway: journalGateway(name, gateway, journal), pin }]
}

/** All configured gateways. */
export function createProviders(options: ProvidersOptions) {
  const configured = options.config.gateways
  const opened = configured.flatMap((gateway) => openGateway(gateway, options))
  return {
    gateways: Object.fromEntries(opened.map(({ name, gateway }) => [name, gateway])),
    pinWallets: Object.fromEntries(opened.flatMap(({ name, pin }) => (pin ? [[name, pin]] : []))),
    callbackReaders: Object.fromEntries(
      configured.flatMap(({ name, callbackReader }) => (callbackReader ? [[name, callbackReader(options.now)]] : [])),
    ),
    popups: Object.fromEntries(configured.map(({ name, popup }) => [name, popup])),
  }
}

export function tmfOptionsOf({
  config: { bss, market },
  metrics,
}: {
  readonly config: Pick<Config, 'bss' | 'market'>
  readonly metrics: Pick<Metrics, 'addedProvider' | 'askedProvider' | 'changedCircuit'>
}) {
  return {
    ...bss,
    countryCode: market.numbers.countryCode,
    currency: market.currency,
    added: metrics.addedProvider,
    observe: metrics.askedProvider,
    toggled: metrics.changedCircuit,
  }
}
