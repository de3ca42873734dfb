import { minute, second } from '@nyanja/domain/time'
import {
  address,
  callbackSecrets,
  defineGateway,
  type GatewayContext,
  type GatewayFacts,
  secret,
} from '../gateway-definition.ts'
import { createWalletCallbackReader } from './callback.ts'
import { createPinWalletProvider } from './pin-wallet-provider.ts'

type Brand = Pick<GatewayFacts, 'name' | 'method'> & {
  /** The platform's name of the brand. */
  readonly paymentMode: (context: Pick<GatewayContext, 'brand'>) => string
}

const defineBrand = ({ paymentMode, ...brand }: Brand) =>
  defineGateway({
    ...brand,
    startTimeoutMs: 35 * second,
    lifeMs: 15 * minute,
    needsProof: true,
    settings: {
      baseUrl: address('WALLET_URL'),
      clientId: secret('WALLET_CLIENT_ID'),
      clientSecret: secret('WALLET_CLIENT_SECRET'),
      callbackSecrets: callbackSecrets('WALLET_CALLBACK_SECRET'),
    },
    create(settings, context) {
      const options = { ...context, ...settings, name: brand.name, paymentMode: paymentMode(context) }
      const { gateway, wallet, codes } = createPinWalletProvider(options)
      return { gateway, pinWallet: { wallet, codes } }
    },
    createCallbackReader: ({ callbackSecrets: secrets }, now) => createWalletCallbackReader({ secrets, now }),
  })

export const nyanjaMoneyPin = defineBrand({
  name: 'nyanja-money-pin',
  method: 'nyanja_money_pin',
  paymentMode: ({ brand }) => `${brand.toUpperCase()}_MONEY`,
})

export const smartcash = defineBrand({
  name: 'smartcash',
  method: 'smartcash',
  paymentMode: () => 'KS',
})
