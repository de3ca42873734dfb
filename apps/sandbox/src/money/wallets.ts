import { type Holding, KnownWallets } from '../core/known-wallets.ts'

export interface Wallet extends Holding {
  readonly firstName: string
  readonly lastName: string
  readonly pin: string
  isBarred: boolean
}

const demoNumber = /^999000\d{3}$/
const withoutWallet = '999000031'
const barred = '999000032'
const poor: ReadonlyMap<string, number> = new Map([['999000030', 2_000]])

const firstNames = ['Chisomo', 'Thokozani', 'Mphatso', 'Limbani', 'Tadala', 'Kondwani', 'Alinafe', 'Yamikani'] as const
const lastNames = ['Banda', 'Phiri', 'Mwale', 'Chirwa', 'Nyirenda', 'Gondwe', 'Kachale'] as const

export type Wallets = KnownWallets<Wallet>

export const walletsWith = (usualMinor: number): Wallets =>
  new KnownWallets({
    openingMinor(msisdn) {
      if (!demoNumber.test(msisdn) || msisdn === withoutWallet) return undefined
      return poor.get(msisdn) ?? usualMinor
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
