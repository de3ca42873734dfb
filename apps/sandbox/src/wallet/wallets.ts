import type { Market } from '../core/market.ts'
import { type BrandId, brandIds } from './brands.ts'

export const pinTries = 5

export interface Wallet {
  readonly brand: BrandId
  /** Nine national digits. */
  readonly msisdn: string
  pin: string
  balanceMinor: number
  /** May not pay. */
  isBarred: boolean
  /** None left: locked. */
  pinTriesLeft: number
}

export interface WalletChanges {
  readonly pin?: string
  readonly balanceMinor?: number
  readonly isBarred?: boolean
  readonly pinTriesLeft?: number
}

/** The wallets that are not like the others, by the end of their number. */
const peculiar: Readonly<Record<string, WalletChanges>> = {
  '030': { balanceMinor: 2_000 },
  '032': { isBarred: true },
  '033': { pinTriesLeft: 0 },
}
const withoutWallet = '031'
const shown = ['001', '002', '003', ...Object.keys(peculiar)]
/** What most wallets hold, in any currency of the market: a wallet here has one purse. */
const usualMinor: Readonly<Record<string, number>> = { CD: 50_000_000 }

export const isLocked = ({ pinTriesLeft }: Wallet): boolean => pinTriesLeft === 0

/** A wallet of each brand for every demo number; only the touched ones are remembered. */
export class Wallets {
  readonly #touched = new Map<string, Wallet>()
  readonly #market: Market
  readonly #defaultMinor: number

  constructor(market: Market, defaultMinor = usualMinor[market.country] ?? 9_000_000) {
    this.#market = market
    this.#defaultMinor = defaultMinor
  }

  find(brand: BrandId, msisdn: string): Wallet | undefined {
    const known = this.#touched.get(keyOf({ brand, msisdn }))
    const last = msisdn.slice(-3)
    const isDemo = msisdn.length === 9 && msisdn.startsWith(this.#market.numbers)
    if (known || !isDemo || last === withoutWallet) return known
    return this.open(brand, msisdn, peculiar[last])
  }

  /** Opens the wallet, or changes the one that is there. */
  open(brand: BrandId, msisdn: string, changes: WalletChanges = {}): Wallet {
    const usual = { pin: '1234', balanceMinor: this.#defaultMinor, isBarred: false, pinTriesLeft: pinTries }
    const known = this.#touched.get(keyOf({ brand, msisdn })) ?? { brand, msisdn, ...usual }
    const wallet = Object.assign(known, changes)
    this.#touched.set(keyOf(wallet), wallet)
    return wallet
  }

  /** The used ones, and a few to begin with. */
  known(): readonly Wallet[] {
    for (const brand of brandIds) for (const last of shown) this.find(brand, this.#market.numbers + last)
    return this.all()
  }

  all(): readonly Wallet[] {
    return [...this.#touched.values()]
  }

  restore(wallets: readonly Wallet[]): void {
    this.clear()
    for (const wallet of wallets) this.#touched.set(keyOf(wallet), wallet)
  }

  clear(): void {
    this.#touched.clear()
  }
}

const keyOf = ({ brand, msisdn }: Pick<Wallet, 'brand' | 'msisdn'>): string => `${brand} ${msisdn}`
