export interface Holding {
  readonly msisdn: string
  balanceMinor: number
}

export interface Opening<Wallet extends Holding> {
  /** The initial content of a number's wallet; undefined when it has none. */
  openingMinor(msisdn: string): number | undefined
  make(msisdn: string, balanceMinor: number): Wallet
}

/** A wallet for every number that may have one; only changed ones are stored. */
export class KnownWallets<Wallet extends Holding> {
  readonly #touched = new Map<string, Wallet>()
  readonly #opening: Opening<Wallet>

  constructor(opening: Opening<Wallet>) {
    this.#opening = opening
  }

  find(msisdn: string): Wallet | undefined {
    const touched = this.#touched.get(msisdn)
    if (touched) return touched
    const balanceMinor = this.#opening.openingMinor(msisdn)
    return balanceMinor === undefined ? undefined : this.open(msisdn, balanceMinor)
  }

  /** Opens the wallet, or sets its balance. */
  open(msisdn: string, balanceMinor: number): Wallet {
    const wallet = this.#touched.get(msisdn) ?? this.#opening.make(msisdn, balanceMinor)
    wallet.balanceMinor = balanceMinor
    this.#touched.set(msisdn, wallet)
    return wallet
  }

  /** A negative amount is taken; a number without a wallet neither pays nor gets any. */
  pay(msisdn: string, minor: number): void {
    const wallet = this.find(msisdn)
    if (wallet) wallet.balanceMinor += minor
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
