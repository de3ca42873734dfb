import { createAuthorization } from '../adapters/bss-authorization.ts'
import type { BssOptions } from '../adapters/bss-definition.ts'
import type { ConfiguredGateway, GatewayContext } from '../adapters/gateway-definition.ts'
import { openConnections } from '../adapters/provider-connections.ts'
import type { TmfOptions } from '../adapters/tmf/tmf-client.ts'
import type { Reachability } from '../common/reachability.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { journalGateway, journalPinWallet, type MoneyJournal } from '../payments/money-journal.ts'
import type { Config } from '../settings/config.ts'

interface ProvidersOptions {
  readonly journal: MoneyJournal
  readonly config: Config
  readonly tmf: TmfOptions
  readonly metrics: Pick<Metrics, 'startProviderSeries' | 'recordCall' | 'setCircuit'>
  readonly reachability: Pick<Reachability, 'toggled'>
  /** Receives the id of a payment whose call outlasted its start. */
  readonly answered: (gateway: string, id: string) => void
  /** Reports answers that a provider has not published. */
  readonly log: { warn(message: string): void }
  readonly now: () => number
}

const notifyPath = '/api/portal-service/transaction/v1/pg-callback/notify'

/** Calls are counted by provider; reachability is kept by gateway. */
export function contextOf(gateway: string, options: Omit<ProvidersOptions, 'journal'>): GatewayContext {
  const { config, tmf, metrics, reachability, answered, log, now } = options
  const { brand, opco, country, country3, currency, secondCurrency, timeZone, numbers, mpesa } = config.market
  return {
    ...{ brand, opco, country, country3, currency, timeZone, mpesa, tmf, now },
    countryCode: numbers.countryCode,
    currencies: [currency, ...(secondCurrency === undefined ? [] : [secondCurrency])],
    callbackUrl: `${config.http.publicOrigin}${notifyPath}/${gateway}/${config.callbackTokens[0]}`,
    answered: (id) => answered(gateway, id),
    log: (message) => log.warn(message),
    added: metrics.startProviderSeries,
    observe: metrics.recordCall,
    toggled(provider, isOpen) {
      metrics.setCircuit(provider, isOpen)
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

/** Creates all configured gateways. */
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

/** The metrics of commands, which print what they see. */
export const silentMetrics = {
  startProviderSeries: () => {},
  recordCall: () => {},
  setCircuit: () => {},
  countContractFault: () => {},
}

interface BssConnection {
  readonly config: Pick<Config, 'bss' | 'market'>
  readonly metrics: Pick<Metrics, 'startProviderSeries' | 'recordCall' | 'setCircuit' | 'countContractFault'>
  readonly now?: () => number
  readonly log?: { warn(message: string): void }
}

/** All adapters of the BSS share the token and the client certificate. */
export function bssOptionsOf({ config: { bss, market }, metrics, now = Date.now, log }: BssConnection): BssOptions {
  const { baseUrl, timeoutMs, profile, centsPerUnit, credentials, tls } = bss
  const hooks = {
    added: metrics.startProviderSeries,
    observe: metrics.recordCall,
    toggled: metrics.setCircuit,
    dispatcher: tls && openConnections(tls),
  }
  return {
    ...hooks,
    ...{ baseUrl, timeoutMs, profile, centsPerUnit, now },
    authorization: createAuthorization(credentials, { ...hooks, timeoutMs }),
    timeZone: market.timeZone,
    reportFault: metrics.countContractFault,
    countryCode: market.numbers.countryCode,
    numberLength: market.numbers.length,
    currency: market.currency,
    log: (message) => log?.warn(message),
  }
}
