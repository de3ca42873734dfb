import { isPackageName } from '@nyanja/server/content/content-packages'
import { mode, product } from '../../../contract/fields.ts'
import { cardChannels } from '../../../contract/otp.ts'
import { type ConfigData, cityConfig, constants, pageConfig, productConfig } from '../../../contract/product.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

type ConfigPortal = Pick<Portal, 'market' | 'fieldKeys' | 'popups'>

export function serveResources(api: Api, portal: ConfigPortal & Pick<Portal, 'content' | 'places'>): void {
  const { market, content, places } = portal
  const configData = configOf(portal)

  serve(api, productConfig, async ({ succeed }) => succeed({ configData }))

  const towns = () =>
    places.towns().map(({ name, hasHomeInternet }) => ({ cityName: name, hbbLeadFeasibility: hasHomeInternet }))

  serve(api, pageConfig, async ({ input: { code }, succeed }) => {
    if (code === cityConfig) return succeed({ code, config: towns() })
    return isPackageName(code)
      ? succeed({ code, config: content.page(code, market.languages[0].code) })
      : failed('not_found')
  })
}

function payStackKey({ market, popups }: ConfigPortal): string {
  const isOffered = market.paymentOptions.some(({ gateway }) => gateway === 'paystack')
  return isOffered ? (popups.paystack?.publicKey ?? '') : ''
}

function configOf(portal: ConfigPortal): ConfigData {
  const { amounts, numbers, roundUpPostpaidAmounts, ...market } = portal.market
  const { keyId, publicKey } = portal.fieldKeys.current
  const { postpaidHybridCheck, enableAmPin, customerCareNumber, pinResetDial, paymentMaxTry } = market
  const { country, currency, opco } = market
  return {
    preMinAmnt: amounts.prepaid.min,
    preMaxAmnt: amounts.prepaid.max,
    postMinAmnt: amounts.postpaid.min,
    postMaxAmnt: amounts.postpaid.max,
    payStackConfig: JSON.stringify({ key: payStackKey(portal) }),
    beta: { amountToHigherValueFeature: roundUpPostpaidAmounts },
    postpaidHybridCheck,
    enableAmPin,
    enableDualCurrency: market.secondCurrency !== undefined,
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
