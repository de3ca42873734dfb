import { type MsisdnRules, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { Order } from '@nyanja/server/payments/orders'
import type { VisitorLineCheck, VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import type { NumberFault } from './line-answer.ts'

/** The line of a number as it was typed, or the reason why none is known. */
type TypedLine =
  | Extract<VisitorLineCheck, { readonly outcome: 'line' | 'challenge' }>
  | { readonly outcome: 'fault'; readonly fault: NumberFault }

export async function findTypedLine(lines: VisitorLines, typed: string): Promise<TypedLine> {
  const check = await lines.check(typed).catch(() => undefined)
  if (check === undefined) return { outcome: 'fault', fault: { problem: 'bss_unavailable', digits: '' } }
  if (check.outcome === 'line' || check.outcome === 'challenge') return check
  if (check.outcome === 'unknown_line')
    return { outcome: 'fault', fault: { problem: 'unknown_line', digits: check.msisdn } }
  const { outcome: problem, ...number } = check
  return { outcome: 'fault', fault: { problem, ...number } }
}

/** Tells whether the typed number is still the one that an order was begun for. */
export function isNumberOf({ msisdn }: Order, typed: string, numbers: MsisdnRules): boolean {
  const reading = parseMsisdn(typed, numbers)
  return reading.outcome === 'valid' && reading.msisdn === msisdn
}
