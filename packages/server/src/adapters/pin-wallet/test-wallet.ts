import type { PinWalletOptions } from './calls.ts'
import { createPinWalletProvider } from './pin-wallet-provider.ts'

type TestWalletOptions = Pick<PinWalletOptions, 'name' | 'paymentMode'> & Partial<PinWalletOptions>

/** Opens a wallet of the Malawian market at the simulator below this origin, without pauses. */
export const openTestWallet = (origin: string, options: TestWalletOptions) =>
  createPinWalletProvider({
    baseUrl: `${origin}/wallet`,
    clientId: 'nyanja-sandbox',
    clientSecret: 'nyanja-sandbox-secret',
    opco: 'MW',
    countryCode: '265',
    currencies: ['MWK'],
    pause: async () => {},
    ...options,
  })
