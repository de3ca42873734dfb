// @ts-nocheck
import { fetchTransaction, transactionStatus } from '../../contract/transaction.ts'
import { transactionStatuses } from '../../contract/transaction-statuses.ts'
import type { Portal } from '../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { SettledAnswers } from './settled-answers.ts'
import { isFinal, isReadable, oldStatusOnWire, orderOnWire, statusOnWire } from './transaction-on-wire.ts'

export function serveTransactions(
  api: Api,
  { progress, market, now }: Pick<Portal, 'progress' | 'market' | 'now'>,
): void {
  const settled = new SettledAnswers(now)

  serve(api, transactionStatus, async ({ input: { tid }, succeed }) => {
    const known = settled.find(tid)
    if (known !== undefined) return known

    const payment = await progress.payment(tid)
    const whole = statusOnWire(tid, payment, market)
    const result = isReadable(payment, now()) ? whole : oldStatusOnWire(whole)
    const answer = succeed(result, transactionStatuses[whole.status])
    // A superseded try shows another one for as long as no late money of its own comes.
    if (payment.attempt.id === tid && isFinal(payment)) settled.keep(tid, answer)
    return answer
  })

  serve(api, fetchTransaction, async ({ input: { txnId }, succeed }) => {
    const payment = await progress.payment(txnId)
    return isReadable(payment, now()) ? succeed(orderOnWire(txnId, payment, market)) : failed('not_found')
  })
}
