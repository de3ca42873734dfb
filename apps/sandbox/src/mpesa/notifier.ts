import type { CallbackAnswer, Callbacks } from '../core/callbacks.ts'
import { codes } from './codes.ts'
import type { Payment } from './payment.ts'

export interface NotifierOptions {
  readonly callbacks: Callbacks
  /** Absent: the merchant has registered no address. */
  readonly callbackUrl?: string
}

/** How often M-Pesa tries is not published; these are ours. */
const retryAfterMs = [60_000, 300_000, 900_000]

/** Posts the result of a payment that was only accepted at first. Nothing in it is signed. */
export class Notifier {
  readonly #options: NotifierOptions

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  tell({ id, conversationId, transactionId = 'N/A', code = 'internal_error' }: Payment): void {
    const { callbacks, callbackUrl } = this.#options
    // What nobody knows cannot be told.
    if (callbackUrl === undefined || code === 'internal_error') return
    callbacks.send({
      provider: 'mpesa',
      url: callbackUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        input_OriginalConversationID: conversationId,
        input_TransactionID: transactionId,
        input_ResultCode: codes[code].code,
        input_ResultDesc: codes[code].words,
        input_ThirdPartyConversationID: id,
      }),
      retryAfterMs,
      isReceipt: isAcknowledged,
    })
  }
}

const isAcknowledged = ({ status, body }: CallbackAnswer): boolean =>
  status === 200 && /"output_ResponseCode"\s*:\s*"0"/.test(body)
