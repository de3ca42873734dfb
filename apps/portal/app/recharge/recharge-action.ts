import { checkAmount } from '@nyanja/domain/money/amount-limits'
import { canRecharge, type LineType } from '@nyanja/domain/numbers/msisdn'
import type { Choice, Order } from '@nyanja/server/payments/orders'
import type { VisitorLineCheck, VisitorLines } from '@nyanja/server/subscriber/line-lookups'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../../server/portal.ts'
import type { ChallengeNoteProps } from '../challenge/challenge-note.tsx'
import type { NumberFault, NumberPage, OfferView } from '../number/line-answer.ts'
import { findTypedLine, isNumberOf } from '../number/typed-line.ts'
import { languageOf } from '../page-language.ts'
import type { Offer } from './recharge-page.ts'
import { prepaidLimits } from './recharge-page.ts'
import type { ChoiceProblem } from './recharge-problems.ts'

/** The content of the form, as it was typed. */
export interface Typed {
  readonly msisdn: string
  readonly amount: string
  readonly bundle: string
}

/** The page's answer to a post that leads nowhere else. */
export interface RechargeAnswer {
  readonly typed?: Typed
  /** What is wrong with the number. */
  readonly fault?: string
  readonly offer?: OfferView
  /** What is wrong with amount and bundle. */
  readonly problem?: string
  /** The challenge before another number. */
  readonly challenge?: ChallengeNoteProps
  /** The page of an offer that was pressed before the challenge. */
  readonly otherPage?: NumberPage
}

export type NumberStep =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'fault'; readonly fault: NumberFault }
  | { readonly outcome: 'offer'; readonly offer: Offer; readonly msisdn: string }
  | Extract<VisitorLineCheck, { readonly outcome: 'challenge' }>

export type ChoiceStep =
  | { readonly outcome: 'choice'; readonly choice: Choice }
  | { readonly outcome: 'problem'; readonly problem: ChoiceProblem }

const page = '/prepaid-recharge'

/** Finds the order of that id, if it was begun here: those of other pages are for other lines. */
export async function rechargeOrder({ orders }: Pick<Portal, 'orders'>, id: string): Promise<Order | undefined> {
  return orders.ownOrder(id, [page])
}

export function readTyped(form: FormData): Typed {
  const quick = readField(form, 'quick')
  return {
    msisdn: readField(form, 'msisdn'),
    amount: quick || readField(form, 'amount'),
    // A quick amount is a press of its own and overrides an earlier choice.
    bundle: quick === '' ? readField(form, 'bundle') : '',
  }
}

const offers: Readonly<Record<Exclude<LineType, 'PREPAID'>, Offer>> = { POSTPAID: 'postpaid', HYBRID: 'hybrid' }

/**
 * Finds or creates the order that the form is about; another number than that of the known order begins another one.
 */
export async function numberStep(
  portal: Pick<Portal, 'market' | 'orders'> & { readonly lines: VisitorLines },
  url: URL,
  { typed, known }: { readonly typed: string; readonly known?: Order },
): Promise<NumberStep> {
  if (known !== undefined && isNumberOf(known, typed, portal.market.numbers)) return { outcome: 'order', order: known }

  const line = await findTypedLine(portal.lines, typed)
  if (line.outcome !== 'line') return line
  const { msisdn, lineType, isBroadband } = line
  if (isBroadband) return { outcome: 'offer', offer: 'broadband', msisdn }
  if (lineType !== 'PREPAID' || !canRecharge(lineType))
    return { outcome: 'offer', offer: offers[lineType === 'HYBRID' ? 'HYBRID' : 'POSTPAID'], msisdn }
  const language = languageOf(url, portal.market)
  const order = await portal.orders.open({
    channel: 'web',
    language,
    msisdn,
    lineType,
    redirectPage: page,
  })
  return { outcome: 'order', order }
}

/** Price and limits are the server's; only the code of a bundle or the digits of an amount are read from the form. */
export async function choiceStep(
  portal: Pick<Portal, 'market' | 'bundles'>,
  { amount, bundle: code }: Typed,
  { lineType }: Pick<Order, 'lineType'>,
): Promise<ChoiceStep> {
  if (code !== '' && amount.trim() !== '') return problem('both')
  if (code !== '') {
    const bundle = await portal.bundles.bundle(code, { lineType, isBroadband: false }).catch(() => null)
    if (bundle === null) return problem('bss_unavailable')
    if (bundle === undefined) return problem('product_gone')
    return { outcome: 'choice', choice: { kind: 'bundle', amount: bundle.price, bundle } }
  }
  const reading = checkAmount(amount, prepaidLimits(portal.market))
  return reading.outcome === 'valid'
    ? { outcome: 'choice', choice: { kind: 'airtime', amount: reading.amount } }
    : problem(reading.outcome)
}

const problem = (of: ChoiceProblem): ChoiceStep => ({ outcome: 'problem', problem: of })
