import { createHash } from 'node:crypto'
import { majorText } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import type { PaymentRequest } from '../../payments/payment-gateway.ts'
import type { Parameters } from './mpesa-calls.ts'
import type { MpesaOptions } from './mpesa-options.ts'

const longestDescription = 256
const longestReference = 20

/** What M-Pesa wants to know of a payment beside the merchant. */
export function collectionOf(request: PaymentRequest, { countryCode }: MpesaOptions): Parameters {
  const { id, amount, payerMsisdn, description } = request
  return {
    input_Amount: majorText(amount),
    input_Currency: amount.currency,
    input_CustomerMSISDN: international(payerMsisdn, { countryCode }),
    input_ThirdPartyConversationID: id,
    input_TransactionReference: referenceOf(id),
    input_PurchasedItemsDesc: description.slice(0, longestDescription),
  }
}

/** Our ids are too long for a statement, and whoever reads a statement shall not learn one. */
function referenceOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, longestReference).toUpperCase()
}

/** The reversal of a payment has one name, so that asking for it twice gives back once. */
export const reversalIdOf = (id: string): string => `${id}R`
