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
import type { Config } from './config.ts'
import type { Metrics } from './metrics.ts'

interface ProvidersOptions {
  readonly config: Config
  readonly tmf: TmfOptions
  readonly observe: Metrics['askedProvider']
  /** Hears of calls that outlasted their start. */
  readonly answered: (id: string) => void
  readonly now: () => number
}

/** One line for each provider that is set up. */
export function createProviders({ config, tmf, observe, answered, now }: ProvidersOptions) {
  const { dpo, paystack, cellulant, uba, paychangu, mpesa, 'open-api-money': money } = config.providers
  const { country, country3, currency, timeZone, numbers } = config.market
  const { countryCode } = numbers
  const watched = { now, observe }
  const currencies = [currency]
  const notify = `${config.http.publicOrigin}/api/portal-service/transaction/v1/pg-callback/notify`

  const gateways = {
    airtime: createAirtimeGateway({ ...tmf, currency, now }),
    ...(dpo && { dpo: createDpoGateway({ ...dpo, country, countryCode, timeZone, ...watched }) }),
    ...(paystack && { paystack: createPaystackGateway({ ...paystack, ...watched }) }),
    ...(cellulant && {
      cellulant: createTinggGateway({
        ...cellulant,
        country: country3,
        countryCode,
        currencies,
        callbackUrl: `${notify}/cellulant/${config.callbackToken}`,
        ...watched,
      }),
    }),
    ...(uba && { uba: createUbaGateway({ ...uba, currencies, countryCode, timeZone, ...watched }) }),
    ...(paychangu && { paychangu: createPaychanguGateway({ ...paychangu, ...watched }) }),
    ...(mpesa && { mpesa: createMpesaGateway({ ...mpesa, countryCode, currencies, answered, ...watched }) }),
    ...(money && {
      'open-api-money': createOpenApiMoneyGateway({
        ...money,
        country,
        currency,
        signsMessages: money.signing,
        ...watched,
      }),
    }),
  }
  const callbackReaders = {
    ...(dpo && { dpo: createDpoCallbackReader() }),
    ...(paystack && { paystack: createPaystackCallbackReader(paystack) }),
    ...(cellulant && { cellulant: createTinggCallbackReader() }),
    ...(paychangu && { paychangu: createPaychanguCallbackReader(paychangu) }),
    ...(mpesa && { mpesa: createMpesaCallbackReader() }),
    ...(money && {
      'open-api-money': createMoneyCallbackReader(money.callbackKey === undefined ? {} : { key: money.callbackKey }),
    }),
  }
  return { gateways, callbackReaders }
}
