import { canPayBill, type LineType } from '@nyanja/domain/numbers/line'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { Order } from '@nyanja/server/payments/order'
import type { VisitorLineCheck, VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import type { Portal } from '../../server/portal.ts'
import type { NumberFault } from '../number/line-answer.ts'
import { languageOf } from '../visitor-language.ts'

/** A line without a bill here has another page. */
export type Offer = 'prepaid' | 'broadband'

export type LineStep =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'offer'; readonly offer: Offer; readonly msisdn: string }
  | { readonly outcome: 'fault'; readonly fault: NumberFault }
  | Extract<VisitorLineCheck, { readonly outcome: 'challenge' }>

const page = '/postpaid-bill-pay'

function hasBill(lineType: LineType, { postpaidHybridCheck }: Portal['market']): boolean {
  return canPayBill(lineType) && (lineType !== 'HYBRID' || postpaidHybridCheck)
}

export type BillLine =
  | { readonly outcome: 'line'; readonly msisdn: string; readonly lineType: LineType }
  | Exclude<LineStep, { outcome: 'order' }>

/** Whether a line has a bill that can be paid here. */
export async function checkBillLine(
  { market, lines }: Pick<Portal, 'market'> & { readonly lines: VisitorLines },
  typed: string,
): Promise<BillLine> {
  const check = await lines.check(typed).catch(() => undefined)
  if (check === undefined) return fault('service_silent', '')
  if (check.outcome === 'challenge') return check
  if (check.outcome === 'unknown_line') return fault('unknown_line', check.msisdn)
  if (check.outcome !== 'line') return fault(check.outcome, check.digits, check.stray)

  const { msisdn, lineType, isBroadband } = check
  if (isBroadband) return { outcome: 'offer', offer: 'broadband', msisdn }
  if (!hasBill(lineType, market)) return { outcome: 'offer', offer: 'prepaid', msisdn }
  return { outcome: 'line', msisdn, lineType }
}

/** The order that the bill is paid with; another number begins another one. */
export async function lineStep(
  portal: Pick<Portal, 'market' | 'orders'> & { readonly lines: VisitorLines },
  url: URL,
  { typed, known }: { readonly typed: string; readonly known?: Order },
): Promise<LineStep> {
  const { market, orders } = portal
  const reading = parseMsisdn(typed, market.numbers)
  if (known?.redirectPage === page && reading.outcome === 'valid' && reading.msisdn === known.msisdn)
    return { outcome: 'order', order: known }

  const line = await checkBillLine(portal, typed)
  if (line.outcome !== 'line') return line
  const { msisdn, lineType } = line
  const language = languageOf(url, market)
  const order = await orders.open({ channel: 'web', language, msisdn, lineType, redirectPage: page })
  return { outcome: 'order', order }
}

const fault = (
  problem: NumberFault['problem'],
  digits: string,
  stray?: string,
): Extract<LineStep, { outcome: 'fault' }> => ({
  outcome: 'fault',
  fault: { problem, digits, ...(stray !== undefined && { stray }) },
})
