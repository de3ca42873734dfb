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

const demoNumber = /^999000\d{3}$/
const withoutWallet = '999000031'

/** The wallets that are not like the others. */
const peculiar: Readonly<Record<string, WalletChanges>> = {
  '999000030': { balanceMinor: 2_000 },
  '999000032': { isBarred: true },
  '999000033': { pinTriesLeft: 0 },
}
const shown = ['999000001', '999000002', '999000003', ...Object.keys(peculiar)]

export const isLocked = ({ pinTriesLeft }: Wallet): boolean => pinTriesLeft === 0

/** A wallet of each brand for every demo number; only the touched ones are remembered. */
export class Wallets {
  readonly #touched = new Map<string, Wallet>()
  readonly #defaultMinor: number

  constructor(defaultMinor: number) {
    this.#defaultMinor = defaultMinor
  }

  find(brand: BrandId, msisdn: string): Wallet | undefined {
    const known = this.#touched.get(keyOf({ brand, msisdn }))
    if (known || !demoNumber.test(msisdn) || msisdn === withoutWallet) return known
    return this.open(brand, msisdn, peculiar[msisdn])
  }

  /** Opens the wallet, or changes the one that is there. */
  open(brand: BrandId, msisdn: string, changes: WalletChanges = {}): Wallet {
    const usual = { pin: '1234', balanceMinor: this.#defaultMinor, isBarred: false, pinTriesLeft: pinTries }
    const known = this.#touched.get(keyOf({ brand, msisdn })) ?? { brand, msisdn, ...usual }
    const wallet = Object.assign(known, changes)
    this.#touched.set(keyOf(wallet), wallet)
    return wallet
  }

  /** Those that somebody has used, and a few to begin with. */
  known(): readonly Wallet[] {
    for (const brand of brandIds) for (const msisdn of shown) this.find(brand, msisdn)
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
