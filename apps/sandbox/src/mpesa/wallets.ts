export interface Wallet {
  /** International digits. */
  readonly msisdn: string
  readonly pin: string
  balanceMinor: number
  isActive: boolean
}

/** The provider's own test subscriber, and the demo numbers of every market. */
const known = /^(?:000000000001|\d{3}999000\d{3})$/
const withoutWallet = /999000031$/
const inactive = /999000032$/
const poor = /999000030$/
const poorMinor = 2_000

/** A wallet for every demo number; only the touched ones are remembered. */
export class Wallets {
  readonly #touched = new Map<string, Wallet>()
  readonly #defaultMinor: number

  constructor(defaultMinor: number) {
    this.#defaultMinor = defaultMinor
  }

  find(msisdn: string): Wallet | undefined {
    const touched = this.#touched.get(msisdn)
    if (touched || !known.test(msisdn) || withoutWallet.test(msisdn)) return touched
    return this.open(msisdn, poor.test(msisdn) ? poorMinor : this.#defaultMinor)
  }

  /** Opens the wallet, or fills it with this much. */
  open(msisdn: string, balanceMinor: number): Wallet {
    const touched = this.#touched.get(msisdn)
    if (touched) {
      touched.balanceMinor = balanceMinor
      return touched
    }
    const wallet: Wallet = { msisdn, pin: '1234', balanceMinor, isActive: !inactive.test(msisdn) }
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
