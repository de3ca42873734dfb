import { minute } from '@nyanja/domain/time'
import { LRUCache } from 'lru-cache'
import { fetchTransaction, transactionStatus } from '../../../contract/transaction.ts'
import { transactionStatuses } from '../../../contract/transaction-statuses.ts'
import type { Portal } from '../../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { isFinal, isReadable, serializeOldStatus, serializeOrder, serializeStatus } from './serialize-transaction.ts'

/** Kept briefly, since personal data is erased in time. */
const finalForMs = minute
const mostFinal = 10_000

export function serveTransactions(
  api: Api,
  { progress, market, now }: Pick<Portal, 'progress' | 'market' | 'now'>,
): void {
  /** About payments of which nothing can change any more. */
  const finalAnswers = new LRUCache<string, { readonly until: number; readonly answer: ApiAnswer }>({ max: mostFinal })

  serve(api, transactionStatus, async ({ input: { tid }, succeed }) => {
    const known = finalAnswers.get(tid)
    if (known !== undefined && known.until > now()) return known.answer

    const payment = await progress.payment(tid)
    const whole = serializeStatus(tid, payment, market)
    const result = isReadable(payment, now()) ? whole : serializeOldStatus(whole)
    const answer = succeed(result, transactionStatuses[whole.status])
    // A superseded try shows another one for as long as no late money of its own comes.
    if (payment.attempt.id === tid && isFinal(payment)) finalAnswers.set(tid, { until: now() + finalForMs, answer })
    return answer
  })

  serve(api, fetchTransaction, async ({ input: { txnId }, succeed }) => {
    const payment = await progress.payment(txnId)
    return isReadable(payment, now()) ? succeed(serializeOrder(txnId, payment, market)) : failed('not_found')
  })
}
