import { isCurrency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { readLeadReference } from '@nyanja/domain/numbers/reference'
import { correctionRefusals } from '@nyanja/domain/payments/correction'
import { type Resolution, resolutions } from '@nyanja/domain/payments/review-resolutions'
import { policyOf, type ResolvingAct, resolutionOfAct } from '@nyanja/domain/staff/acts'
import {
  type CommandAnswer,
  type Command as CommandOf,
  commandsOf,
  done,
  misused,
  optionProblem,
  refused,
  whoAreYou,
  withoutArguments,
} from '../common/command-answer.ts'
import { type AfterRestore, afterRestoreText, type UnknownPaymentStore, unknownText } from './after-restore.ts'
import { usage } from './command-text.ts'
import { type CorrectionDecision, type CorrectionQueue, correctionsText } from './corrections.ts'
import { type DataKeyRecords, dataKeyCommands } from './data-key-commands.ts'
import { type LeadDecided, type LeadDecisions, type LeadList, leadsText, leadText } from './leads.ts'
import { type GatewayOfMethod, type MethodRecords, type MethodSwitches, methodsText } from './methods.ts'
import { listText, paymentText } from './payment-text.ts'
import type { ResolveResult, Reviews } from './reviews.ts'
import { type SessionList, sessionCommands } from './session-commands.ts'
import {
  type CoverageReportList,
  coverageText,
  type MissedSearchList,
  missedSearchesText,
  type SubmissionList,
  submissionsText,
  submissionText,
  type VoteList,
  votesText,
} from './visitor-reports.ts'

export interface Service {
  readonly reviews: Reviews
  readonly unknownPayments: UnknownPaymentStore
  readonly openAfterRestore: () => AfterRestore
  readonly corrections: CorrectionQueue
  readonly coverageReports: CoverageReportList
  readonly leads: LeadList
  readonly leadDecisions: LeadDecisions
  readonly switches: MethodSwitches
  readonly records: MethodRecords
  readonly missedSearches: MissedSearchList
  readonly votes: VoteList
  readonly submissions: SubmissionList
  readonly sessions: SessionList
  readonly dataKeys: DataKeyRecords
  /** Every method that can be switched. */
  readonly methods: readonly string[]
  /** The gateways of each method. Each can be switched separately. */
  readonly gateways: readonly GatewayOfMethod[]
  readonly countryCode: string
  /** Commands about settlement files, which are a feature of their own. */
  readonly runSettlements?: ((words: readonly string[], who: string | undefined) => Promise<CommandAnswer>) | undefined
  /** Commands about closed days. */
  readonly runFinance?: ((words: readonly string[]) => Promise<CommandAnswer>) | undefined
  /** The name of the member of staff, unless the command has `--by`. */
  readonly who?: string
}

type Command = CommandOf<Service>

/** Splits the words of a command into those without its options, and the value of each option. */
function withoutOptions<Name extends string>(typed: readonly string[], names: readonly Name[]) {
  const isOption = (word: string | undefined) => names.some((name) => word === `--${name}`)
  const words = typed.filter((word, at) => !isOption(word) && !isOption(typed[at - 1]))
  const given = names.map((name) => [
    name,
    typed.includes(`--${name}`) ? typed[typed.indexOf(`--${name}`) + 1] : undefined,
  ])
  return { words, ...(Object.fromEntries(given) as Partial<Record<Name, string>>) }
}

/** `MWK 1,100.50`. */
function readMoney(text: string): Money | undefined {
  const [, currency = '', amount = ''] = /^([A-Z]{3}) *([\d.,]+)$/.exec(text.trim()) ?? []
  return isCurrency(currency) ? parseMoney(amount.replaceAll(',', ''), currency) : undefined
}

/** Whether somebody agreed who is not the person that decides. */
function isSecond(agreed: string | undefined, who: string): boolean {
  const [name, own] = [agreed?.trim() ?? '', who.trim()]
  return name !== '' && name.toLowerCase() !== own.toLowerCase()
}

/** As in the console. */
const needsSecondPerson = (resolution: Resolution) =>
  Object.entries(resolutionOfAct).some(([act, of]) => of === resolution && policyOf(act as ResolvingAct).needsApproval)

function isResolution(word: string): word is Resolution {
  return resolutions.some((resolution) => resolution === word)
}

const refusals: Readonly<Record<Exclude<ResolveResult['outcome'], 'resolved' | 'asks_bss' | 'not_allowed'>, string>> = {
  unknown_payment: 'No payment has this reference',
  not_in_review: 'This payment is not in review; nothing was changed',
  wrong_amount:
    'Give the amount that the provider has, as payments show it or as its statement does: --amount "<currency> <amount>"; nothing was changed',
  overtaken: 'The payment is being worked on or has just changed; nothing was changed. Show it again before you decide',
}

/** Reads the words of `payments resolve <reference> <resolution> <why>` and its options. */
function readDecision(typed: readonly string[], who: string | undefined) {
  const { words, amount, agreed } = withoutOptions(typed, ['amount', 'agreed'])
  const [name, resolution, ...reason] = words
  if (name === undefined || resolution === undefined) return misused('Name a payment and its resolution')
  if (!isResolution(resolution)) return misused(`${resolution} is not a resolution: use ${resolutions.join(', ')}`)
  const why = reason.join(' ').trim()
  if (why === '') return misused('Give a reason')
  if (who === undefined || who === '') return whoAreYou
  const stated = readMoney(amount ?? '')
  if (amount !== undefined && stated === undefined) return misused(`${amount} is no amount, such as "USD 11.50"`)
  if (needsSecondPerson(resolution) && !isSecond(agreed, who))
    return misused('Name a colleague who has looked at it too and agrees: --agreed <name>')
  return { name, resolution, why, who, amount: stated, agreedBy: agreed }
}

const payments: Readonly<Record<string, Command>> = {
  list: withoutArguments(async ({ reviews, unknownPayments }) => {
    const unknown = await unknownPayments.open(longestQueue)
    const text = listText(await reviews.list())
    return done(unknown.length === 0 ? text : `${text}\n\n${unknownText(unknown)}`)
  }),

  async show([name, ...rest], { reviews, countryCode }) {
    if (name === undefined || rest.length > 0) return misused('Name one payment by its reference')
    const history = await reviews.show(name)
    return history === undefined ? refused(refusals.unknown_payment) : done(paymentText(history, countryCode))
  },

  async resolve(typed, { reviews, unknownPayments, who }) {
    const decided = readDecision(typed, who)
    if ('outcome' in decided) return decided
    const { name, ...decision } = decided
    const { resolution, why } = decision
    const result = await reviews.resolve(name, decision)
    if (result.outcome === 'resolved') return done(`${result.reference} is resolved: ${resolution}`)
    if (result.outcome === 'asks_bss')
      return done(
        `The BSS is asked about ${result.reference} first; it is refunded once the BSS says that it has nothing`,
      )
    const reference = name.trim().toUpperCase()
    if (result.outcome === 'unknown_payment' && resolution === 'closed') {
      const isClosed = await unknownPayments.close({ reference, who: decision.who, why })
      if (isClosed) return done(`${reference} is resolved: closed`)
    }
    if (result.outcome !== 'not_allowed') return refused(refusals[result.outcome])
    const allowed = result.allowed.join(', ') || 'nothing now, since the portal is still working on it'
    return refused(`This payment cannot be resolved as ${resolution}; it may be: ${allowed}`)
  },

  async 'after-restore'([flag, time = '', ...rest], { openAfterRestore, who }) {
    const since = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(time) ? Date.parse(time) : Number.NaN
    if (flag !== '--since' || Number.isNaN(since) || rest.length > 0)
      return misused('Give the time of the backup with its zone: --since 2026-11-23T03:00:00Z')
    if (who === undefined || who === '') return whoAreYou
    return done(afterRestoreText(await openAfterRestore().run({ since, who })))
  },
}

function decisionIn([state, refusal]: readonly string[]): CorrectionDecision | undefined {
  if (state === 'moved') return { state }
  const named = correctionRefusals.find((one) => one === refusal)
  return state === 'refused' && named !== undefined ? { state, refusal: named } : undefined
}

const longestQueue = 500

const corrections: Readonly<Record<string, Command>> = {
  list: withoutArguments(async ({ corrections: queue, countryCode }) =>
    done(correctionsText(await queue.open(longestQueue), countryCode)),
  ),

  async resolve([name, ...words], { corrections: queue, who }) {
    if (name === undefined) return misused('Name one payment by its reference')
    const decision = decisionIn(words)
    if (decision === undefined) return misused(`Give moved, or refused and one of ${correctionRefusals.join(', ')}`)
    const why = words.slice(Object.keys(decision).length).join(' ').trim()
    if (why === '') return misused('Give a reason')
    if (who === undefined || who === '') return whoAreYou
    const reference = name.trim().toUpperCase()
    const isDecided = await queue.decide({ reference, decision, who, why })
    if (!isDecided) return refused('No correction request with this reference is open; nothing was changed')
    return done(`${reference} is resolved: ${Object.values(decision).join(' ')}`)
  },
}

const submissions: Readonly<Record<string, Command>> = {
  list: withoutArguments(async ({ submissions: list }) => done(submissionsText(await list.open(longestQueue)))),

  async show([name, ...rest], { submissions: list }) {
    if (name === undefined || rest.length > 0) return misused('Name one message by its reference')
    const item = await list.find(name.trim().toUpperCase())
    return item === undefined ? refused('No message has this reference') : done(submissionText(item))
  },

  async done([name, ...reason], { submissions: list, who }) {
    if (name === undefined) return misused('Name one message by its reference')
    const why = reason.join(' ').trim()
    if (why === '') return misused('Give a reason')
    if (who === undefined || who === '') return whoAreYou
    const reference = name.trim().toUpperCase()
    const isDone = await list.done({ reference, who, why })
    return isDone ? done(`${reference} is done`) : refused('No message of this reference is open; nothing was changed')
  },
}

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

function leadCommand({ missing, shown, decide }: LeadCommand): Command {
  return async ([name, ...words], { leadDecisions: decisions, who }) => {
    const reference = name === undefined ? undefined : readLeadReference(name)
    if (reference === undefined) return misused('Name one order by its reference')
    const why = words.join(' ').trim()
    if (why === '') return misused(missing)
    if (who === undefined || who === '') return whoAreYou
    const decided = await decide(decisions, { reference, who, why })
    return decided === 'done' ? done(`${reference} ${shown}`) : refused(undecidedLeads[decided])
  }
}

const leads: Readonly<Record<string, Command>> = {
  retry: leadCommand(leadDecisions.retry),
  taken: leadCommand(leadDecisions.taken),
  close: leadCommand(leadDecisions.close),

  list: withoutArguments(async ({ leads: list, countryCode }) =>
    done(leadsText(await list.open(longestQueue), countryCode)),
  ),

  async show(words, { leads: list, countryCode }) {
    if (words.length === 0) return misused('Name one order by its reference')
    const reference = readLeadReference(words.join(' '))
    const lead = reference === undefined ? undefined : await list.lead(reference)
    return lead === undefined ? refused('No order has this reference') : done(leadText(lead, countryCode))
  },
}

/** The number that fits into one listing. */
const longestList = 200

/** Nouns whose only command is a list. */
const lists = {
  coverage: async ({ coverageReports }) => done(coverageText(await coverageReports.complaints(longestQueue))),
  'help-searches': async ({ missedSearches }) => done(missedSearchesText(await missedSearches.mostMissed(longestList))),
  'help-votes': async ({ votes }) => done(votesText(await votes.leastHelpful(longestList))),
} as const satisfies Record<string, (service: Service) => Promise<CommandAnswer>>

const listOf = (noun: keyof typeof lists) =>
  commandsOf(noun, { commands: { list: withoutArguments(lists[noun]) }, usual: 'list' })

async function method([name, state, ...words]: readonly string[], service: Service): Promise<CommandAnswer> {
  const { switches, records, methods, gateways, who } = service
  const problem = optionProblem('method', words)
  if (problem !== undefined) return problem
  if (name === undefined || (name === 'list' && state === undefined))
    return done(methodsText({ switches: await switches.all(), standings: await records.all(), gateways }))
  const names = [...new Set([...methods, ...gateways.map(({ gateway }) => gateway)])]
  if (!names.includes(name)) return misused(`${name} is not a method: use ${names.join(', ')}`)
  const reason = words.join(' ').trim()
  if (state !== 'on' && state !== 'off') return misused('Give on or off')
  if (state === 'off' && reason === '') return misused('Give a reason for switching it off')
  if (who === undefined || who === '') return whoAreYou
  await (state === 'on' ? switches.enable(name, { who, reason }) : switches.disable(name, { who, reason }))
  return done(`${name} is ${state}`)
}

const usual = 'list'
const nouns: Readonly<Record<string, Command>> = {
  payments: commandsOf('payments', {
    commands: payments,
    options: { 'after-restore': ['--since'], resolve: ['--amount', '--agreed'] },
    usual,
  }),
  corrections: commandsOf('corrections', { commands: corrections, usual }),
  coverage: listOf('coverage'),
  submissions: commandsOf('submissions', { commands: submissions, usual }),
  leads: commandsOf('leads', { commands: leads, usual }),
  method,
  sessions: commandsOf('sessions', { commands: sessionCommands, usual }),
  'data-keys': commandsOf('data-keys', { commands: dataKeyCommands, usual }),
  settlements: async (words, { runSettlements, who }) =>
    (await runSettlements?.(words, who)) ?? refused('There are no settlement files here'),
  finance: async (words, { runFinance }) => (await runFinance?.(words)) ?? refused('There are no closed days here'),
  'help-searches': listOf('help-searches'),
  'help-votes': listOf('help-votes'),
}

/** The first words of all staff commands. `backup` needs no open database. */
export const staffNouns: readonly string[] = [...Object.keys(nouns), 'backup']

const usuallyKept = 48

/** `backup <folder> [--keep <count>]`. */
export function readBackup([, folder, flag, count = '', ...rest]: readonly string[]) {
  if (folder === undefined || folder.startsWith('--')) return misused('Name the folder of the backups')
  if (flag === undefined) return { folder, keep: usuallyKept }
  if (flag !== '--keep' || !/^[1-9]\d{0,4}$/.test(count) || rest.length > 0)
    return misused('Give the number of backups to keep: --keep 48')
  return { folder, keep: Number(count) }
}

/** Executes a staff command. */
export async function runCommand(typed: readonly string[], service: Service): Promise<CommandAnswer> {
  const { words, by } = withoutBy(typed)
  const [noun = '', ...rest] = words
  const command = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined
  if (words.includes('--by')) return withUsage(whoAreYou)
  if (command === undefined) return withUsage(misused(noun === '' ? 'Name a command' : `${noun} is not a command`))
  return withUsage(await command(rest, by === undefined ? service : { ...service, who: by }))
}

export const withUsage = (answer: CommandAnswer): CommandAnswer =>
  answer.outcome === 'misused' ? misused(`${answer.text}\n\n${usage}`) : answer

function withoutBy(typed: readonly string[]): { readonly words: readonly string[]; readonly by?: string } {
  const at = typed.indexOf('--by')
  const by = typed[at + 1]
  if (at === -1 || by === undefined) return { words: typed }
  return { words: [...typed.slice(0, at), ...typed.slice(at + 2)], by }
}
