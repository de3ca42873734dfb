import { type Holding, KnownWallets } from '../core/known-wallets.ts'
import { demoNumber, type Market } from '../core/market.ts'

export interface Wallet extends Holding {
  readonly firstName: string
  readonly lastName: string
  readonly pin: string
  isBarred: boolean
}

const poorMinor = 2_000
/** What most wallets hold, in any currency of the market: a wallet here has one purse. */
const usualMinor: Readonly<Record<string, number>> = { CD: 50_000_000 }

const firstNames = ['Chisomo', 'Thokozani', 'Mphatso', 'Limbani', 'Tadala', 'Kondwani', 'Alinafe', 'Yamikani'] as const
const lastNames = ['Banda', 'Phiri', 'Mwale', 'Chirwa', 'Nyirenda', 'Gondwe', 'Kachale'] as const

export type Wallets = KnownWallets<Wallet>

export const walletsWith = (market: Market, walletMinor = usualMinor[market.country] ?? 9_000_000): Wallets => {
  const [poor, withoutWallet, barred] = [30, 31, 32].map((last) => demoNumber(market, last))
  return new KnownWallets({
    openingMinor(msisdn) {
      if (!msisdn.startsWith(market.numbers) || msisdn.length !== 9 || msisdn === withoutWallet) return undefined
      return msisdn === poor ? poorMinor : walletMinor
    },
    make(msisdn, balanceMinor) {
      const number = Number(msisdn)
      return {
        msisdn,
        firstName: firstNames[number % firstNames.length] ?? '',
        lastName: lastNames[number % lastNames.length] ?? '',
        pin: '1234',
        balanceMinor,
        isBarred: msisdn === barred,
      }
    },
  })
}
