import { type Holding, KnownWallets } from '../core/known-wallets.ts'

/** By its international digits. */
export interface Wallet extends Holding {
  readonly pin: string
  isActive: boolean
}

/** The provider's own test subscriber, and the demo numbers of every market. */
const known = /^(?:000000000001|\d{3}(?:999|830)000\d{3})$/
const withoutWallet = /000031$/
const inactive = /000032$/
const poor = /000030$/
const poorMinor = 2_000

export type Wallets = KnownWallets<Wallet>

export const walletsWith = (usualMinor: number): Wallets =>
  new KnownWallets({
    openingMinor(msisdn) {
      if (!known.test(msisdn) || withoutWallet.test(msisdn)) return undefined
      return poor.test(msisdn) ? poorMinor : usualMinor
    },
    make: (msisdn, balanceMinor) => ({ msisdn, pin: '1234', balanceMinor, isActive: !inactive.test(msisdn) }),
  })
