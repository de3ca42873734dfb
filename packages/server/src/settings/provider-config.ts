import type { ConfiguredGateway } from '../adapters/gateway-definition.ts'
import { address, addressNames, readSettings, secret, settingNames } from '../adapters/provider-settings.ts'
import type { Environment } from './environment.ts'
import { gateways } from './gateways.ts'

/** The operator's own service that knows the rate of the day. */
const ratesSettings = { baseUrl: address('RATES_URL'), apiKey: secret('RATES_API_KEY') }

/** The operator's own content management. */
const cmsSettings = { baseUrl: address('CMS_URL'), apiKey: secret('CMS_API_KEY') }

const definitions = [...gateways.values()]
const services = [ratesSettings, cmsSettings]

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)]

/** The names of all settings of providers. */
export const providerSettings = unique([
  ...definitions.flatMap(({ settingNames: names }) => names),
  ...services.flatMap(settingNames),
])

/** Those that hold addresses: none of them may be of this machine in production. */
export const providerAddresses = unique([
  ...definitions.flatMap(({ addressNames: names }) => names),
  ...services.flatMap(addressNames),
])

/** What production must have of the gateways that are set up, with the reason. */
export function neededInProduction(configured: readonly ConfiguredGateway[]): readonly (readonly [string, string])[] {
  return configured.flatMap(({ neededInProduction: needed = {} }) => Object.entries(needed))
}

/** Those of the market are wanted; others may be set up for payments that were begun with them. */
export function readProviders(env: Environment, wanted: readonly string[]) {
  const readings = definitions.map((definition) => definition.configure(env, wanted.includes(definition.name)))
  const rates = readSettings(ratesSettings, env, wanted.includes('rates'))
  const cms = readSettings(cmsSettings, env, wanted.includes('cms'))
  const ofServices = [rates, cms].flatMap((reading) => ('fault' in reading ? [reading.fault] : []))
  return {
    gateways: readings.flatMap(({ configured }) => configured ?? []),
    providers: {
      rates: 'settings' in rates ? rates.settings : undefined,
      cms: 'settings' in cms ? cms.settings : undefined,
    },
    // Two gateways may need the same settings.
    faults: [...unique([...readings.flatMap(({ faults }) => faults), ...ofServices])],
  }
}
