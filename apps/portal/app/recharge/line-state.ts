import type { MsisdnReading } from '@nyanja/domain/numbers/msisdn'
import type { OfferView } from '../number/offer-view.ts'
import type { NumberFault } from './recharge-problems.ts'

/** What the number field says about its line. */
export type LineState =
  | { readonly is: 'blank' | 'checking' | 'ready' | 'unchecked' }
  | { readonly is: 'fault'; readonly fault: NumberFault }
  | { readonly is: 'offer'; readonly offer: OfferView }

/** What the server said last, and about which digits. */
export interface LineAnswer {
  readonly about: string
  readonly fault?: NumberFault
  readonly offer?: OfferView
  /** The link broke: nothing is known, and the number is checked again before anything is paid. */
  readonly isUnreached?: boolean
}

export interface LineFacts {
  readonly reading: MsisdnReading
  /** The line of the order that the page is about. */
  readonly orderMsisdn?: string
  readonly answers: readonly LineAnswer[]
  readonly isChecking: boolean
  /** The visitor has gone on to something else. */
  readonly hasLeft: boolean
}

export function digitsOf(reading: MsisdnReading): string {
  return reading.outcome === 'valid' ? reading.msisdn : reading.digits
}

export function lineStateOf({ reading, orderMsisdn, answers, isChecking, hasLeft }: LineFacts): LineState {
  const digits = digitsOf(reading)
  if (reading.outcome === 'valid' && digits === orderMsisdn) return { is: 'ready' }
  if (isChecking) return { is: 'checking' }
  const answer = answers.find(({ about }) => about === digits)
  if (answer !== undefined) return stateOfAnswer(answer)
  if (hasLeft && reading.outcome !== 'valid') {
    const { outcome: problem, ...typed } = reading
    return { is: 'fault', fault: { problem, ...typed } }
  }
  return { is: 'blank' }
}

/** Before the answer is there, too: the server looks the number up anyway, and no press is lost. */
export function mayBePrepaid({ is }: LineState, { outcome }: MsisdnReading): boolean {
  return outcome === 'valid' && is !== 'fault' && is !== 'offer'
}

function stateOfAnswer({ fault, offer, isUnreached }: LineAnswer): LineState {
  if (offer !== undefined) return { is: 'offer', offer }
  if (isUnreached) return { is: 'unchecked' }
  return fault === undefined ? { is: 'blank' } : { is: 'fault', fault }
}
