import { displayMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { correctionAnswerBy } from '@nyanja/domain/payments/correction'
import type { CorrectionItem } from './correction-queue.ts'
import { textTable, timeText } from './text-table.ts'

const headings = ['reference', 'asked', 'answer by', 'what', 'amount', 'method', 'delivered', 'went to', 'meant for']

/** Whole numbers: whoever moves something must know from where to where. */
export function correctionsText(items: readonly CorrectionItem[], countryCode: string): string {
  if (items.length === 0) return 'Nobody waits for a correction'
  const number = (msisdn: string) => (msisdn === '' ? 'forgotten' : international(msisdn, { countryCode }))
  const rows = items.map(({ reference, product, amount, method, fromMsisdn, wantedMsisdn, deliveredAt, askedAt }) => [
    reference,
    timeText(askedAt),
    timeText(correctionAnswerBy(askedAt)),
    product,
    displayMoney(amount),
    method,
    timeText(deliveredAt),
    number(fromMsisdn),
    number(wantedMsisdn),
  ])
  return textTable(headings, rows)
}
