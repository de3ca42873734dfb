import type { JsonObject } from '../core/bodies.ts'
import type { Market } from '../core/market.ts'

export const brandIds = ['nyanja-money', 'smartcash'] as const

export type BrandId = (typeof brandIds)[number]

export interface Brand {
  readonly id: BrandId
  /** Its name on the wire. */
  readonly paymentMode: string
  /** Its name in a text. */
  readonly name: string
  readonly sender: string
  /** The portal's name of it, so that callbacks are routed. */
  readonly gateway: string
  readonly wrongPin: 'wrong_pin_open' | 'wrong_pin_closed'
}

export const brands: Readonly<Record<BrandId, Brand>> = {
  'nyanja-money': {
    id: 'nyanja-money',
    paymentMode: 'NYANJA_MONEY',
    name: 'Nyanja Money',
    sender: 'NyanjaMoney',
    gateway: 'nyanja-money-pin',
    wrongPin: 'wrong_pin_open',
  },
  smartcash: {
    id: 'smartcash',
    paymentMode: 'KS',
    name: 'SmartCash',
    sender: 'SmartCash',
    gateway: 'smartcash',
    wrongPin: 'wrong_pin_closed',
  },
}

export function brandOf(paymentMode: string | undefined): Brand | undefined {
  return Object.values(brands).find((brand) => brand.paymentMode === paymentMode)
}

export const pinTries = 5

export interface Wallet {
  readonly brand: BrandId
  /** The national digits. */
  readonly msisdn: string
  pin: string
  balanceMinor: number
  /** Whether the holder is not allowed to pay. */
  isBarred: boolean
  /** The tries that are left; without any the wallet is locked. */
  pinTriesLeft: number
}

export interface WalletChanges {
  readonly pin?: string
  readonly balanceMinor?: number
  readonly isBarred?: boolean
  readonly pinTriesLeft?: number
}

/** Wallets have special properties by the last digits of their number. */
const peculiar: Readonly<Record<string, WalletChanges>> = {
  '030': { balanceMinor: 2_000 },
  '032': { isBarred: true },
  '033': { pinTriesLeft: 0 },
}
const withoutWallet = '031'
const shown = ['001', '002', '003', ...Object.keys(peculiar)]
/** The initial balance of most wallets, in any currency of the market: a wallet has one balance here. */
const usualMinor: Readonly<Record<string, number>> = { CD: 50_000_000 }

export const isLocked = ({ pinTriesLeft }: Wallet): boolean => pinTriesLeft === 0

/** A wallet of each brand for every demo number; only changed ones are stored. */
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

  /** Opens a wallet, or changes the existing one. */
  open(brand: BrandId, msisdn: string, changes: WalletChanges = {}): Wallet {
    const usual = { pin: '1234', balanceMinor: this.#defaultMinor, isBarred: false, pinTriesLeft: pinTries }
    const known = this.#touched.get(keyOf({ brand, msisdn })) ?? { brand, msisdn, ...usual }
    const wallet = Object.assign(known, changes)
    this.#touched.set(keyOf(wallet), wallet)
    return wallet
  }

  /** Lists the used wallets, and a few initial ones. */
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

/** The format of every business answer, success or refusal, with HTTP 200. */
export interface Envelope {
  readonly statusCode: number | string
  readonly status: 'success' | 'failure'
  readonly message: string
  readonly result: JsonObject
}

const codes = {
  invalid: { statusCode: 400, message: 'Invalid request' },
  otp_limit: { statusCode: 502, message: 'Too many codes were asked for. Please try later' },
  wrong_otp: { statusCode: 2003, message: 'The code is wrong' },
  otp_exhausted: { statusCode: 2002, message: 'Maximum attempts exhausted' },
  no_such_wallet: { statusCode: 4001, message: 'This number has no wallet' },
  wrong_pin_open: { statusCode: 1004, message: 'The PIN is wrong' },
  wrong_pin_closed: { statusCode: '56D005', message: 'The PIN is wrong' },
  locked: { statusCode: 1006, message: 'The wallet is locked after too many wrong PINs' },
} as const

type CodeName = keyof typeof codes

export const accept = (result: JsonObject): Envelope => ({
  statusCode: 200,
  status: 'success',
  message: 'Success',
  result,
})

export function refuse(name: CodeName, result: JsonObject = {}): Envelope {
  return { ...codes[name], status: 'failure', result }
}

export const invalid = (message: string): Envelope => ({ ...refuse('invalid'), message })

export const processModes = ['done', 'in_process'] as const
export const refundModes = ['done', 'in_process', 'refused'] as const

/** Settings that the panel may change while the sandbox runs. */
export interface Settings {
  /** How long a payment waits for its PIN. */
  pinMs: number
  /** How long a key's nonce may be used. */
  nonceMs: number
  /** The shortest time between two codes to one wallet. */
  resendAfterMs: number
  codesPerDay: number
  /** The outcome of a correct PIN. */
  process: (typeof processModes)[number]
  refunds: (typeof refundModes)[number]
}

export const initialSettings = (): Settings => ({
  pinMs: 900_000,
  nonceMs: 180_000,
  resendAfterMs: 60_000,
  codesPerDay: 15,
  process: 'done',
  refunds: 'done',
})
