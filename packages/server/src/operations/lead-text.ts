import { displayMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import type { HistoricLead, ListedLead } from './lead-list.ts'
import { plain, textTable, timeText } from './text-table.ts'

const headings = ['reference', 'ordered', 'stage', 'since', 'bss', 'plan', 'town', 'number']

/** Whole numbers: whoever takes an order in hand must call. */
export function leadsText(leads: readonly ListedLead[], countryCode: string): string {
  if (leads.length === 0) return 'No order for internet at home is open'
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
  const rows = lead.moves.map(({ at, leg, from, to }) => [timeText(at), ...[leg, from, to].map(textsOf)])
  return [shown.join('\n'), textTable(['at', 'what', 'from', 'to'], rows)].join('\n\n')
}

const textsOf = (state: string) => state.replaceAll('_', ' ')
