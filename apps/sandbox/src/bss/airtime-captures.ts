import { type JsonObject, textAt } from '../core/json.ts'
import type { Capture } from '../core/simulator.ts'
import { amountIn, minorOf, unitsIn } from './amounts.ts'
import type { Row } from './collection.ts'
import { numberOf } from './effects/affected-bucket.ts'
import { national } from './numbers.ts'
import type { Store } from './store.ts'

/** How a credit names the reference of the debit that it gives back. */
const givesBack = /^refund of (\S+)$/

/** What the operator took out of airtime, debit by debit: the adjustments themselves are the books. */
export function airtimeCaptures(store: Store): readonly Capture[] {
  const adjustments = [...store.in('adjustBalance').all()].filter(isDone)
  const returned = returnedByReference(adjustments)
  return adjustments
    .filter((row) => amountIn(row, 'amount') < 0)
    .map((row) => {
      const capture = captureOf(store, row)
      const left = returned.get(capture.reference) ?? 0
      const refundedMinor = Math.min(left, capture.amountMinor)
      returned.set(capture.reference, left - refundedMinor)
      return { ...capture, refundedMinor }
    })
}

function returnedByReference(adjustments: readonly Row[]): Map<string, number> {
  const returned = new Map<string, number>()
  for (const row of adjustments) {
    const [, reference] = givesBack.exec(textAt(row, 'description') ?? '') ?? []
    const minor = minorOf(amountIn(row, 'amount'))
    if (reference !== undefined && minor > 0) returned.set(reference, (returned.get(reference) ?? 0) + minor)
  }
  return returned
}

function captureOf(store: Store, row: Row): Omit<Capture, 'refundedMinor'> {
  const bucket = store.get('bucket', textAt(row, 'bucket', 'id'))
  const number = bucket && numberOf(bucket)
  return {
    provider: 'bss',
    reference: textAt(row, 'reason') ?? '',
    providerReference: row.id,
    amountMinor: -minorOf(amountIn(row, 'amount')),
    currency: unitsIn(row, 'amount') ?? '',
    ...(number && { payer: national(number) }),
    at: textAt(row, 'confirmationDate') ?? '',
  }
}

const isDone = ({ status, usageType }: JsonObject): boolean => status === 'completed' && usageType === 'monetary'
