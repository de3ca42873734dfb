import { parseEmail } from '@nyanja/domain/forms/email'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readPaymentReference } from '@nyanja/domain/numbers/reference'
import type { SearchAsking, Searched, SearchResult } from '@nyanja/server/payments/payment-search'
import type { Portal } from '../../server/portal.ts'

export type FindProblem =
  | 'reference_missing'
  | 'reference_shape'
  | 'number_missing'
  | 'number_wrong'
  | 'mail_wrong'
  | 'service_silent'

export interface FindTyped {
  readonly reference: string
  readonly msisdn: string
  readonly email: string
}

export type FindStep =
  | SearchResult
  | { readonly outcome: 'problems'; readonly problems: readonly [FindProblem, ...FindProblem[]] }

/** Looks for the payment that was typed. Only what cannot be read is named: all else is answered alike. */
export async function findStep(
  { market, paymentSearch }: Pick<Portal, 'market' | 'paymentSearch'>,
  typed: FindTyped,
  asking: SearchAsking,
): Promise<FindStep> {
  const reference = readPaymentReference(typed.reference, market.brand)
  const party = partyOf(typed, market)
  const [first, ...others] = [
    ...(reference === undefined ? [referenceProblem(typed.reference)] : []),
    ...('problem' in party ? [party.problem] : []),
  ]
  if (first !== undefined) return { outcome: 'problems', problems: [first, ...others] }
  if (reference === undefined || 'problem' in party) throw new Error('A problem was left out')
  const found = await paymentSearch.find({ reference, ...party }, asking).catch(() => undefined)
  return found ?? { outcome: 'problems', problems: ['service_silent'] }
}

const referenceProblem = (typed: string): FindProblem => (typed.trim() === '' ? 'reference_missing' : 'reference_shape')

type Party = Pick<Extract<Searched, { msisdn: string }>, 'msisdn'> | Pick<Extract<Searched, { email: string }>, 'email'>

/** The number where there is one: an SMS is faster than a mail. */
function partyOf({ msisdn, email }: FindTyped, { numbers }: Portal['market']): Party | { problem: FindProblem } {
  const number = parseMsisdn(msisdn, numbers)
  if (number.outcome === 'valid') return { msisdn: number.msisdn }
  if (number.outcome !== 'empty') return { problem: 'number_wrong' }
  const mail = parseEmail(email)
  if (mail.outcome === 'valid') return { email: mail.email }
  return { problem: mail.outcome === 'empty' ? 'number_missing' : 'mail_wrong' }
}
