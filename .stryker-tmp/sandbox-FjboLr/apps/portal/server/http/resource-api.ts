// @ts-nocheck
import { mode, product } from '../../contract/fixed-headers.ts'
import { cardChannels } from '../../contract/payment-codes.ts'
import { type ConfigData, constants, pageConfig, productConfig } from '../../contract/resource.ts'
import { isPackageName } from '../content/content-packages.ts'
import type { PublicFieldKey } from '../field-keys.ts'
import type { Market } from '../market.ts'
import type { Portal } from '../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

export function serveResources(
  api: Api,
  { market, content, fieldKeys }: Pick<Portal, 'market' | 'content' | 'fieldKeys'>,
): void {
  const configData = configOf(market, fieldKeys.current)

  serve(api, productConfig, async ({ succeed }) => succeed({ configData }))

  serve(api, pageConfig, async ({ input: { code }, succeed }) =>
    isPackageName(code)
      ? succeed({ code, config: content.page(code, market.languages.unprefixed) })
      : failed('not_found'),
  )
}

function configOf(
  { amounts, numbers, roundUpPostpaidAmounts, ...market }: Market,
  { keyId, publicKey }: PublicFieldKey,
): ConfigData {
  const { postpaidHybridCheck, enableAmPin, customerCareNumber, pinResetDial, paymentMaxTry } = market
  const { country, currency, opco } = market
  return {
    preMinAmnt: amounts.prepaid.min,
    preMaxAmnt: amounts.prepaid.max,
    postMinAmnt: amounts.postpaid.min,
    postMaxAmnt: amounts.postpaid.max,
    payStackConfig: JSON.stringify({ key: '' }),
    beta: { amountToHigherValueFeature: roundUpPostpaidAmounts },
    postpaidHybridCheck,
    enableAmPin,
    enableDualCurrency: false,
    customerCareNumber,
    pinResetDial,
    paymentMaxTry,
    product,
    mode,
    country,
    countryCode: numbers.countryCode,
    currency,
    opco,
    mobileNumberLength: numbers.length,
    cardChannels: [...cardChannels],
    encryptionKeyDetails: { keyId, algorithm: 'RSA-OAEP-256', key: publicKey },
    ...constants,
  }
}
