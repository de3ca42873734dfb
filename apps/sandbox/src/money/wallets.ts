export interface Wallet {
  readonly msisdn: string
  readonly firstName: string
  readonly lastName: string
  readonly pin: string
  balanceMinor: number
  isBarred: boolean
}

const demoNumber = /^999000\d{3}$/
const withoutWallet = '999000031'
const barred = '999000032'
const poor: ReadonlyMap<string, number> = new Map([['999000030', 2_000]])

const firstNames = ['Chisomo', 'Thokozani', 'Mphatso', 'Limbani', 'Tadala', 'Kondwani', 'Alinafe', 'Yamikani'] as const
const lastNames = ['Banda', 'Phiri', 'Mwale', 'Chirwa', 'Nyirenda', 'Gondwe', 'Kachale'] as const

/** A wallet for every demo number; only the touched ones are remembered. */
export class Wallets {
  readonly #touched = new Map<string, Wallet>()
  readonly #defaultMinor: number

  constructor(defaultMinor: number) {
    this.#defaultMinor = defaultMinor
  }

  find(msisdn: string): Wallet | undefined {
    const known = this.#touched.get(msisdn)
    if (known || !demoNumber.test(msisdn) || msisdn === withoutWallet) return known
    return this.open(msisdn, poor.get(msisdn) ?? this.#defaultMinor)
  }

  /** Opens the wallet, or fills it with this much. */
  open(msisdn: string, balanceMinor: number): Wallet {
    const known = this.#touched.get(msisdn)
    if (known) {
      known.balanceMinor = balanceMinor
      return known
    }
    const number = Number(msisdn)
    const wallet: Wallet = {
      msisdn,
      firstName: firstNames[number % firstNames.length] ?? '',
      lastName: lastNames[number % lastNames.length] ?? '',
      pin: '1234',
      balanceMinor,
      isBarred: msisdn === barred,
    }
    this.#touched.set(msisdn, wallet)
    return wallet
  }

  all(): readonly Wallet[] {
    return [...this.#touched.values()]
  }

  restore(wallets: readonly Wallet[]): void {
    this.clear()
    for (const wallet of wallets) this.#touched.set(wallet.msisdn, wallet)
  }

  clear(): void {
    this.#touched.clear()
  }
}
