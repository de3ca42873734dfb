import type { HistoricLead } from '@nyanja/back-office/operations/leads'
import { isLeadOver } from '@nyanja/domain/leads/lead-states'
import { displayMoney } from '@nyanja/domain/money/money'
import { formatMsisdn } from '@nyanja/domain/numbers/msisdn'
import { policyOf } from '@nyanja/domain/staff/acts'
import type { Staff } from '@nyanja/domain/staff/roles'
import type { Market } from '@nyanja/server/settings/market'
import type { Clock } from '@nyanja/web/format/clock'
import { offeredActs } from '../acts/offered-acts.ts'
import { may } from '../guard.ts'
import { maskNumber } from '../payment/payment-row.ts'

export interface LeadContacts {
  readonly number: string | undefined
  readonly email: string | undefined
}

/** The contact unmasked, for an answer to a recorded act alone. */
export const contactsOf = ({ msisdn, email }: HistoricLead, { numbers }: Pick<Market, 'numbers'>): LeadContacts => ({
  number: msisdn === '' ? undefined : formatMsisdn(msisdn, numbers.countryCode),
  email,
})

/** The database decides again when the act happens. */
function isPossible(act: (typeof offeredActs.lead)[number], { submission, stage, refusal }: HistoricLead): boolean {
  if (act === 'reveal') return true
  if (act === 'retry_lead') return submission === 'refused' && stage === 'on_hold'
  const isUndecided = submission === 'submitting' && refusal === undefined
  return submission !== 'submitted' && !isUndecided && !isLeadOver(stage)
}

interface LeadViewOptions {
  readonly market: Market
  readonly clock: Clock
  readonly staff: Staff
}

/** All that the page of a lead shows: times as text, the number and the e-mail address masked. */
export function leadView(lead: HistoricLead, { market, clock, staff }: LeadViewOptions) {
  const { reference, plan, price, fullName, msisdn, email, street, landmark, area, town, channel } = lead
  const { submission, stage, refusal, reason, bssReference, sends, nextCheckAt, createdAt, moves } = lead
  return {
    ...{ reference, plan, fullName, channel, submission, stage, refusal, reason, bssReference, sends },
    price: displayMoney(price),
    place: [street, landmark, area, town].filter(Boolean).join(', '),
    ordered: clock.exact(createdAt),
    nextCheck: nextCheckAt === undefined ? undefined : clock.exact(nextCheckAt),
    contacts: {
      number: maskNumber(msisdn, market),
      email: email?.replace(/^.*(?=@)/, '•••'),
    } satisfies LeadContacts,
    acts: offeredActs.lead.filter((act) => isPossible(act, lead) && may(staff, policyOf(act).permission)),
    moves: moves
      .map(({ at, component, from, to }, row) => ({ row, component, from, to, time: clock.exact(at) }))
      .reverse(),
  }
}
