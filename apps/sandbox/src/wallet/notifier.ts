import { createHmac } from 'node:crypto'
import type { CallbackMessage, Callbacks } from '../core/callbacks.ts'
import type { BrandId } from './brands.ts'
import type { Payment } from './payment.ts'

const minuteMs = 60_000
const retryAfterMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const

export interface NotifierOptions {
  readonly callbacks: Callbacks
  readonly now: () => Date
  readonly urlOf: (brand: BrandId) => string
  readonly secret: string
}

/** `t=1795000000,v1=` and the hash of that second, a dot and the body. */
export function signatureHeader(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** Tells the merchant what a payment has come to. */
export class Notifier {
  readonly #options: NotifierOptions

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  tell({ id, brand, walletTransactionId, status }: Payment): void {
    const { callbacks, now, urlOf, secret } = this.#options
    const body = JSON.stringify({ merchantTransactionId: id, walletTransactionId, status })
    const signedWith = (key: string): CallbackMessage => ({
      body,
      headers: { 'content-type': 'application/json', 'x-wallet-signature': signatureHeader(body, key, now()) },
    })
    callbacks.send({
      provider: 'wallet',
      url: urlOf(brand),
      body,
      // Read at each try, because nobody believes a signature that is five minutes old.
      get headers() {
        return signedWith(secret).headers
      },
      misSigned: () => signedWith(`not ${secret}`),
      retryAfterMs,
    })
  }
}
