import { createLeadDecisions, createLeadList } from '@nyanja/back-office/db/operations/lead-decisions'
import type { HistoricLead, LeadDecided, LeadDecisions, ListedLead } from '@nyanja/back-office/operations/leads'
import { displayMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { readLeadReference } from '@nyanja/domain/numbers/reference'
import { type Command, commandsOf, done, misused, refused, whoAreYou, withoutArguments } from './command.ts'
import { longestQueue, type Noun, type Opened } from './noun.ts'
import { plain, textTable, timeText } from './text-table.ts'

const headings = ['reference', 'ordered', 'stage', 'since', 'bss', 'plan', 'town', 'number']

/** Writes unmasked numbers, because staff who work on an order must call. */
function leadsText(leads: readonly ListedLead[], countryCode: string): string {
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

function leadText(lead: HistoricLead, countryCode: string): string {
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

const undecidedLeads: Readonly<Record<Exclude<LeadDecided, 'done'>, string>> = {
  unknown: 'No order has this reference',
  not_possible: 'The state of this order does not allow this; nothing was changed. Show it before you decide',
  undecided:
    'The BSS may have this order: it was sent, and no answer has come. The portal retries automatically; nothing was changed. Is it there? leads taken <reference> <id>',
  busy: 'The order is being worked on; nothing was changed. Try again in two minutes',
}

/** The meaning of the arguments after the reference. */
const leadDecisions = {
  retry: { missing: 'Give a reason', shown: 'is submitted again', decide: (list, decision) => list.retry(decision) },
  taken: {
    missing: 'Give the id of the order in the BSS',
    shown: 'is followed in the BSS',
    decide: (list, decision) => list.taken({ ...decision, bssReference: decision.why }),
  },
  close: { missing: 'Give a reason', shown: 'is cancelled', decide: (list, decision) => list.close(decision) },
} as const satisfies Record<string, LeadCommand>

interface LeadCommand {
  readonly missing: string
  readonly shown: string
  readonly decide: (decisions: LeadDecisions, decision: Parameters<LeadDecisions['retry']>[0]) => Promise<LeadDecided>
}

function leadCommand({ missing, shown, decide }: LeadCommand): Command<Opened> {
  return async ([name, ...words], { database, now, who }) => {
    const reference = name === undefined ? undefined : readLeadReference(name)
    if (reference === undefined) return misused('Name one order by its reference')
    const why = words.join(' ').trim()
    if (why === '') return misused(missing)
    if (who === undefined || who === '') return whoAreYou
    const decided = await decide(createLeadDecisions(database.db, now), { reference, who, why })
    return decided === 'done' ? done(`${reference} ${shown}`) : refused(undecidedLeads[decided])
  }
}

const commands: Readonly<Record<string, Command<Opened>>> = {
  retry: leadCommand(leadDecisions.retry),
  taken: leadCommand(leadDecisions.taken),
  close: leadCommand(leadDecisions.close),

  list: withoutArguments(async ({ database, market }: Opened) =>
    done(leadsText(await createLeadList(database.db).open(longestQueue), market.numbers.countryCode)),
  ),

  async show(words, { database, market }) {
    if (words.length === 0) return misused('Name one order by its reference')
    const reference = readLeadReference(words.join(' '))
    const lead = reference === undefined ? undefined : await createLeadList(database.db).lead(reference)
    return lead === undefined
      ? refused('No order has this reference')
      : done(leadText(lead, market.numbers.countryCode))
  },
}

export const leads: Noun = {
  name: 'leads',
  usage: `leads list                                        open home internet orders and interests
leads show <reference>                            one order completely, with the number to call
leads retry <reference> <why>                     submit again what the BSS refused
leads taken <reference> <id>                      it was entered in the BSS by hand with that id: follow it there
leads close <reference> <why>                     end an order that the BSS does not have; the customer gets a message`,
  run: commandsOf('leads', { commands, usual: 'list' }),
}
