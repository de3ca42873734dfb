import type { CallbackMessage, Callbacks } from '../core/callbacks.ts'
import { callbackBody } from './callback-body.ts'
import type { Payment, PaymentStatus } from './payment.ts'
import type { Settings } from './settings.ts'
import { callbackTransaction } from './transaction-view.ts'

export interface NotifierOptions {
  readonly callbacks: Callbacks
  readonly settings: Settings
  readonly merchant: string
  readonly callbackUrl?: string
  readonly callbackKey?: string
}

/** Nobody is told of a prompt that ran out. */
const told: readonly PaymentStatus[] = ['TA', 'TS', 'TF']

/** Posts what has become of a payment, once, to the address that the merchant registered. */
export class Notifier {
  readonly #options: NotifierOptions

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  tell(payment: Payment): void {
    const { callbacks, callbackUrl, callbackKey, merchant, settings } = this.#options
    if (callbackUrl === undefined || !told.includes(payment.status)) return
    const transaction = callbackTransaction(payment, merchant)
    const message = (key: string | undefined): CallbackMessage => ({
      headers: { 'content-type': 'application/json' },
      body: callbackBody(transaction, settings.hashForm, key),
    })
    callbacks.send({
      provider: 'money',
      url: callbackUrl,
      ...message(callbackKey),
      misSigned: () => message(`not ${callbackKey}`),
    })
  }
}
