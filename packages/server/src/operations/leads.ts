import type { LeadStage, SubmissionState } from '@nyanja/domain/leads/lead-states'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { plain, textTable, timeText } from '../common/text-table.ts'
import type { ActingStaff } from './acting-staff.ts'

/** Staff's actions on an order that the BSS does not have. */
export interface LeadDecision {
  readonly reference: string
  readonly who: string
  readonly why: string
  readonly staff?: ActingStaff | undefined
}

/**
 * `not_possible`: its state does not allow that. `undecided`: the BSS may have it. `busy`: a worker is processing it.
 */
export type LeadDecided = 'done' | 'unknown' | 'not_possible' | 'undecided' | 'busy'

/** Each is one move with a record of who made it, in one transaction. */
export interface LeadDecisions {
  /** Submits again what the BSS refused. */
  retry(decision: LeadDecision): Promise<LeadDecided>
  /** The BSS has it under that id, and it is followed from now on. */
  taken(decision: LeadDecision & { readonly bssReference: string }): Promise<LeadDecided>
  /** Ends an order that the BSS certainly does not have, and notifies the customer. */
  close(decision: LeadDecision): Promise<LeadDecided>
}

/** An order for home internet as staff see it. Times are epoch milliseconds. */
export interface ListedLead {
  readonly reference: string
  readonly createdAt: number
  readonly stage: LeadStage
  readonly stageAt: number
  readonly submission: SubmissionState
  readonly plan: string
  readonly town: string
  readonly msisdn: string
}

export interface HistoricLead extends ListedLead {
  readonly fullName: string
  readonly email?: string
  readonly street: string
  readonly landmark?: string
  /** The customer's further notes on the way to the house. */
  readonly area?: string
  readonly point?: string
  readonly price: Money
  readonly channel: string
  readonly source: string
  readonly consentedAt: number
  readonly consentText: string
  readonly feasibility?: string
  readonly bssReference?: string
  /** Why the BSS refuses it. */
  readonly refusal?: string
  readonly reason?: string
  readonly scheduledFor?: number
  readonly sends: number
  readonly nextCheckAt?: number
  readonly moves: readonly {
    readonly at: number
    readonly component: string
    readonly from: string
    readonly to: string
  }[]
}

export interface LeadList {
  /** Open orders: first those that the BSS does not have, then by waiting time. */
  open(limit: number): Promise<readonly ListedLead[]>
  lead(reference: string): Promise<HistoricLead | undefined>
}

const headings = ['reference', 'ordered', 'stage', 'since', 'bss', 'plan', 'town', 'number']

/** Unmasked numbers: staff who work on an order must call. */
export function leadsText(leads: readonly ListedLead[], countryCode: string): string {
  if (leads.length === 0) return 'No home internet order is open'
  const rows = leads.map(({ reference, createdAt, stage, stageAt, submission, plan, town, msisdn }) => [
    reference,
    timeText(createdAt),
    textsOf(stage),
    timeText(stageAt),
    textsOf(submission),
    plan,
    town,
    international(msisdn, { countryCode }),
  ])
  return textTable(headings, rows)
}

export function leadText(lead: HistoricLead, countryCode: string): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Order', `${lead.reference}, ${lead.plan} for ${displayMoney(lead.price)}, ${timeText(lead.createdAt)}`],
    ['Who', [lead.fullName, international(lead.msisdn, { countryCode }), lead.email].filter(Boolean).join(', ')],
    ['Where', [lead.street, lead.landmark, lead.area, lead.town].filter(Boolean).join(', ')],
    ['Way', lead.point && textsOf(lead.point)],
    ['Came by', `${lead.channel} (${lead.source})`],
    ['Agreed', `${timeText(lead.consentedAt)}, to: ${lead.consentText}`],
    ['Reached', textsOf(lead.feasibility ?? 'not asked yet')],
    ['BSS', [textsOf(lead.submission), lead.bssReference, `sent ${lead.sends} times`].filter(Boolean).join(', ')],
    ['Refusal', lead.refusal],
    ['Stage', `${textsOf(lead.stage)}, ${timeText(lead.stageAt)}`],
    ['Reason', lead.reason],
    ['Day', lead.scheduledFor === undefined ? undefined : timeText(lead.scheduledFor)],
    ['Next', lead.nextCheckAt === undefined ? undefined : timeText(lead.nextCheckAt)],
  ]
  const shown = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(10)} ${plain(value)}`]))
  const rows = lead.moves.map(({ at, component, from, to }) => [timeText(at), ...[component, from, to].map(textsOf)])
  return [shown.join('\n'), textTable(['at', 'what', 'from', 'to'], rows)].join('\n\n')
}

const textsOf = (state: string) => state.replaceAll('_', ' ')
