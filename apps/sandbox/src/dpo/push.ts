import type { Callback } from '../core/callbacks.ts'
import { type ResultCode, resultWords } from './results.ts'
import type { Transaction } from './transaction.ts'
import { detailsOf } from './verify-token.ts'
import { writeXml } from './xml.ts'

/** How often DPO tries is not published; these are ours. */
const retryAfterMs = [60_000, 300_000, 900_000]

/** What DPO posts to the merchant's registered address. Nothing in it is signed. */
export function pushOf(url: string, transaction: Transaction, result: ResultCode): Callback {
  const fields = {
    Result: result,
    ResultExplanation: resultWords[result],
    TransactionToken: transaction.token,
    TransactionRef: transaction.reference,
    ...detailsOf(transaction),
  }
  return {
    provider: 'dpo',
    url,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: writeXml(fields),
    retryAfterMs,
    isReceipt: ({ status, body }) => status === 200 && body.trim() === 'OK',
  }
}
