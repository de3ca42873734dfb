import { startOfMonth } from '@nyanja/back-office/db/operations/forget-payments'
import type { Kept } from '@nyanja/back-office/operations/retention'
import type { HistoricAttempt } from '@nyanja/back-office/operations/reviews'
import type { RequestDecision, StaffRequest } from '@nyanja/back-office/operations/staff-requests'
import { isSameMoney, type Money, money } from '@nyanja/domain/money/money'
import type { Resolution } from '@nyanja/domain/payments/review-resolutions'
import { type Act, policyOf, type ResolvingAct, resolutionOfAct } from '@nyanja/domain/staff/acts'
import type { Staff } from '@nyanja/domain/staff/roles'
import type { ActedBy } from '@nyanja/server/common/staff-action'
import type { Attempt, Method } from '@nyanja/server/payments/attempt'
import type { Gift } from './bss.ts'
import { sendOwed } from './customers.ts'
import { workUntil } from './finish.ts'
import { providerNames } from './injected-faults.ts'
import { type Entry, returnMoney } from './provider.ts'
import type { World } from './world.ts'

const minute = 60_000
const day = 24 * 60 * minute

function entryOf(world: World, id: string): Entry | undefined {
  return providerNames.map((name) => world.providers[name].records.get(id)).find((entry) => entry !== undefined)
}

/** The decision of a person with the provider's statement and access to the BSS. Undefined means to wait. */
function decisionOn(world: World, { id, components, credit, takeback }: HistoricAttempt): Resolution | undefined {
  // The BSS cannot tell yet whether it was given or taken: the payment stays in the list.
  if ([credit?.state, takeback?.state].some((state) => state === 'due' || state === 'sending')) return undefined
  if (components.refund === 'review') return 'refunded'
  if (components.refund === 'refunded' || components.delivery === 'delivered') return 'closed'
  return components.delivery === undefined ? decisionOnMoney(world, id, components.money) : decisionOnGift(world, id)
}

const itemsAt = (bss: World['bss'], id: string): readonly Gift[] =>
  [...bss.records.values()].filter(
    ({ purchase }) => purchase.id.startsWith(`${id}-`) && !purchase.id.endsWith('-credit'),
  )

/** The BSS tells the portal that it has nothing, and staff see in it that it does. */
const isDenied = (gift: Gift) => gift.isDenied === true && gift.state === 'given'

function decisionOnGift({ bss }: World, id: string): Resolution | undefined {
  const ofItems = itemsAt(bss, id)
  const states = [bss.records.get(id), ...ofItems].flatMap((gift) => gift?.state ?? [])
  if (states.includes('working') || ofItems.some(isDenied)) return undefined
  // Of several numbers, those that have nothing are refunded, and the BSS is asked which they are.
  const isAll = states.length > 0 && states.every((state) => state === 'given') && ofItems.length === 0
  return isAll ? 'delivered' : 'refund'
}

function decisionOnMoney(
  world: World,
  id: string,
  state: HistoricAttempt['components']['money'],
): Resolution | undefined {
  const entry = entryOf(world, id)
  if (entry?.taken !== undefined) return world.chance.happens(0.5) ? 'paid' : 'refund'
  if (entry !== undefined && world.now() < entry.closesAt) return undefined
  return state === 'refused' || state === 'expired' ? 'closed' : 'unpaid'
}

/** Refunds by hand, once, what the provider would not; and finally trusts a statement that shows no charge. */
function actOutside(entry: Entry | undefined, resolution: Resolution, { part }: Pick<HistoricAttempt, 'part'>): void {
  if (entry === undefined) return
  const due = part ?? entry.taken
  if (resolution === 'refunded' && entry.givenBack === 0 && due !== undefined) returnMoney(entry, due)
  if (resolution === 'unpaid' || resolution === 'closed') entry.mustCallBack = true
}

/** Staff take one payment off the review list, and state the amount that they have read in the provider's statement. */
export function resolveOne(world: World): void {
  world.begin('resolve', async ({ reviews }) => {
    const item = world.chance.pick(await reviews.list())
    const history = item && (await reviews.show(item.reference))
    const attempt = history?.attempts.find(({ reference }) => reference === item?.reference)
    const resolution = attempt && decisionOn(world, attempt)
    if (attempt === undefined || resolution === undefined) return
    const entry = entryOf(world, attempt.id)
    actOutside(entry, resolution, attempt)
    const amount = resolution === 'refunded' ? (attempt.part ?? attempt.amount) : entry?.taken
    world.report(`staff resolve ${attempt.id} as ${resolution}, ${amount?.currency} ${amount?.minor}`)
    await reviews.resolve(attempt.reference, { resolution, amount, who: 'thoko', why: 'the statement' })
  })
}

const team = [
  { id: 'thoko', name: 'thoko', roles: ['care_lead'] },
  { id: 'mary', name: 'mary', roles: ['care_lead', 'finance'] },
  { id: 'grace', name: 'grace', roles: ['care_agent'] },
] as const satisfies readonly Staff[]
const [thoko, mary] = team

const actedBy = ({ id, name }: Staff): ActedBy => ({
  who: name,
  why: '',
  staff: { id, role: 'care_lead', reason: 'complaint' },
})
const anyColleague = ({ chance }: World): Staff => chance.pick(team) ?? thoko

type Returning = 'refund' | 'refund_part' | 'give_credit' | 'take_back'
const returning: readonly Returning[] = [
  ...(['refund', 'refund_part', 'refund_part', 'give_credit', 'give_credit'] as const),
  ...(['take_back', 'take_back'] as const),
]

/** Picks a sum up to a tenth more than is possible: the portal must refuse the excess. */
function sumFor({ chance }: World, act: Returning, { amount, quote }: Attempt): Money | undefined {
  if (act === 'refund') return undefined
  const { currency, minor } = act === 'refund_part' ? amount : (quote?.ordered ?? amount)
  return money(currency, chance.happens(0.1) ? minor : 1 + chance.below(Math.ceil(minor * 1.1)))
}

interface Requesting {
  readonly act: Returning
  readonly amount: Money | undefined
  readonly by: ActedBy
}

function request(world: World, { id, reference }: Attempt, { act, amount, by }: Requesting): void {
  world.report(`${by.who} requests ${act} ${amount?.minor ?? ''} for ${id}`)
  const asked = { id: world.newId(), act, subject: reference, reason: 'complaint', ...(amount && { amount }) }
  world.begin('request', ({ requests }) => requests.add(asked, by))
}

function decide(world: World, decision: RequestDecision, by: ActedBy): void {
  world.begin('decide', async ({ requests }) => {
    const open = world.chance.pick((await requests.open(20)).filter(({ act }) => returning.some((one) => one === act)))
    if (open === undefined) return
    world.report(`${by.who}: ${open.act} for ${open.subject} ${decision}`)
    await requests.decide(open.id, decision, by)
  })
}

/** An agent requests a refund, a part of one or goodwill, of any payment in any state. */
export async function requestReturn(world: World): Promise<void> {
  const attempt = world.chance.pick(await world.attempts())
  const act = world.chance.pick(returning)
  if (attempt === undefined || act === undefined) return
  request(world, attempt, { act, amount: sumFor(world, act, attempt), by: actedBy(anyColleague(world)) })
}

/** A colleague decides about a request; an own one the portal must refuse. */
export function decideOne(world: World): void {
  decide(world, world.chance.happens(0.85) ? 'approved' : 'declined', actedBy(anyColleague(world)))
}

/** Two people return a part of each payment, or give it as goodwill. */
export async function agreeOn(world: World, act: Exclude<Returning, 'refund'>, amount: Money): Promise<void> {
  for (const attempt of await world.attempts()) {
    request(world, attempt, { act, amount, by: actedBy(mary) })
    await world.finish()
    decide(world, 'approved', actedBy(thoko))
    await world.finish()
  }
}

/** Two people take airtime back of each payment, once they have seen what the line has. */
export async function agreeOnGoods(world: World, amount: Money): Promise<void> {
  for (const attempt of await world.attempts()) {
    request(world, attempt, { act: 'take_back', amount, by: actedBy(mary) })
    await workUntil(world, world.now() + minute)
    decide(world, 'approved', actedBy(thoko))
    await world.finish()
  }
}

/** All buttons of the page of a payment. */
const buttons = [
  ...(['ask_again', 'send_receipt', 'move_number', 'refuse_move'] as const),
  ...(['refund', 'refund_part', 'give_credit', 'take_back'] as const),
  ...(Object.keys(resolutionOfAct) as ResolvingAct[]),
] as const satisfies readonly Act[]

/** What one person states alone is true: nobody could know better. */
const isStatedAlone = (act: Act) => act in resolutionOfAct && policyOf(act).needsApproval === undefined

const anySum = ({ chance }: World, { currency, minor }: Money): Money =>
  money(
    chance.happens(0.9) ? currency : 'USD',
    Math.max(1, minor + chance.below(3) * (chance.below(minor) - (minor >> 1))),
  )

/**
 * A member of the team presses what the page of a payment offers, or any button, since a page may be old; and types any
 * amount.
 */
export async function pressAnything(world: World): Promise<void> {
  const attempt = world.chance.pick(await world.attempts())
  if (attempt === undefined) return
  const { id, reference: subject } = attempt
  const staff = anyColleague(world)
  world.begin('press', async ({ files, staffActs }) => {
    const file = await files.readAndRecordLook(subject, staff)
    const offered = file?.acts.filter(({ obstacle }) => obstacle === undefined).map(({ act }) => act) ?? []
    const act = world.chance.pick(world.chance.happens(0.2) ? buttons : offered)
    if (file === undefined || act === undefined) return
    const entry = entryOf(world, id)
    if (isStatedAlone(act)) {
      const decided = decisionOn(world, file.attempt)
      if (decided !== resolutionOfAct[act as ResolvingAct]) return
      actOutside(entry, decided, file.attempt)
    }
    const amount = world.chance.happens(0.6) && entry?.taken ? entry.taken : anySum(world, attempt.amount)
    world.report(`${staff.name} presses ${act} of ${id}, ${amount.currency} ${amount.minor}`)
    const [reason = 'other'] = policyOf(act).reasons
    await staffActs.perform(staff, { act, subject, reason, note: '', amount, input: { refusal: 'not_proven' } })
  })
}

/**
 * A member of the team decides about any request, own ones included. The second person reads the record before a
 * statement.
 */
export function agreeToAnything(world: World): void {
  const staff = anyColleague(world)
  const isWilling = world.chance.happens(0.85)
  world.begin('agree', async ({ requests, reviews, staffActs }) => {
    const request = world.chance.pick(await requests.open(20))
    const history = request && (await reviews.show(request.subject))
    const attempt = history?.attempts.find(({ reference }) => reference === request?.subject)
    if (request === undefined || attempt === undefined) return
    const agrees = isWilling && isTrue(world, request, attempt)
    world.report(`${staff.name} ${agrees ? 'agrees' : 'does not agree'} to ${request.act} of ${attempt.id}`)
    const decision = { subject: request.id, reason: 'mistake', note: '', input: {} } as const
    if (agrees && request.act === 'resolve_refunded') actOutside(entryOf(world, attempt.id), 'refunded', attempt)
    await staffActs.perform(staff, { act: agrees ? 'approve' : 'decline', ...decision })
  })
}

/** The second person looks at the provider's statement and at the BSS, as far as one can see there. */
function isTrue(world: World, { act, amount }: StaffRequest, attempt: HistoricAttempt): boolean {
  if (act !== 'resolve_paid' && act !== 'resolve_refund') return true
  const taken = entryOf(world, attempt.id)?.taken
  const isNothingHidden = !itemsAt(world.bss, attempt.id).some(isDenied)
  if (attempt.components.delivery !== undefined)
    return isNothingHidden && world.bss.records.get(attempt.id)?.state !== 'given'
  return taken !== undefined && amount !== undefined && isSameMoney(taken, amount)
}

/** A member of the team asks for the goods of a refunded payment, of any sum up to a tenth more than is possible. */
export async function askForGoods(world: World): Promise<void> {
  const { database, chance } = world
  const delivered = await database.db
    .selectFrom('deliveries')
    .innerJoin('attempts', 'attempts.id', 'deliveries.attempt_id')
    .leftJoin('refunds', 'refunds.attempt_id', 'deliveries.attempt_id')
    .select(['attempts.reference', 'deliveries.amount_minor', 'deliveries.currency', 'refunds.state as refund'])
    .where('deliveries.state', '=', 'delivered')
    .where('deliveries.kind', '=', 'airtime')
    .orderBy('attempts.id')
    .execute()
  const one = chance.pick(delivered)
  if (one === undefined) return
  const { reference: subject, amount_minor, currency, refund } = one
  if (refund === null && chance.happens(0.5)) return refundByTwo(world, subject)
  const minor = Number(amount_minor)
  const amount = money(currency, chance.happens(0.6) ? minor : 1 + chance.below(Math.ceil(minor * 1.1)))
  const staff = anyColleague(world)
  world.report(`${staff.name} asks for the goods of ${subject}, ${amount.minor}`)
  const asked = { act: 'take_back', subject, reason: 'wrong_number', note: '', amount, input: {} } as const
  world.begin('ask for goods', ({ staffActs }) => staffActs.perform(staff, asked))
}

function refundByTwo(world: World, subject: string): void {
  world.report(`mary and thoko refund ${subject}`)
  const asked = { id: world.newId(), act: 'refund', subject, reason: 'wrong_number' } as const
  // The rules of the store must hold without those of the acts before it.
  world.begin('refund by two', async ({ requests }) => {
    await requests.add(asked, actedBy(mary))
    await requests.decide(asked.id, 'approved', actedBy(thoko))
  })
}

/** A member of the team decides about goods that are to be taken back, perhaps before it is known what the line has. */
export function decideAboutGoods(world: World): void {
  const staff = anyColleague(world)
  const act = world.chance.happens(0.85) ? 'approve' : 'decline'
  world.begin('decide about goods', async ({ requests, staffActs }) => {
    const open = (await requests.open(20)).find((request) => request.act === 'take_back')
    if (open === undefined) return
    world.report(`${staff.name}: ${act} take_back for ${open.subject}`)
    await staffActs.perform(staff, { act, subject: open.id, reason: 'mistake', note: '', input: {} })
  })
}

/** A customer asks to move what went to a wrong number. */
export async function askToMove(world: World): Promise<void> {
  const attempt = world.chance.pick(await world.attempts())
  if (attempt === undefined) return
  world.begin('move', async ({ progress, corrections }) => {
    const payment = await progress.payment(attempt.id).catch(() => undefined)
    if (payment === undefined || !corrections.mayAsk(payment)) return
    world.report(`the customer of ${attempt.id} asks to move it`)
    await corrections.ask(payment, '999000005')
  })
}

/** Staff let the portal ask the provider and the BSS at once. */
export async function checkSoon(world: World): Promise<void> {
  const attempt = world.chance.pick(await world.attempts())
  if (attempt === undefined) return
  world.report(`staff have ${attempt.id} checked again`)
  const by = actedBy(anyColleague(world))
  world.begin('ask again', ({ acts }) => acts.checkSoon(attempt.reference, by))
}

export function switchMethod(world: World, method: Method): void {
  const isOn = world.chance.happens(0.7)
  world.report(`staff switch ${method} ${isOn ? 'on' : 'off'}`)
  const by = { who: 'thoko', reason: 'a drill' }
  world.begin('switch', ({ switches }) => (isOn ? switches.enable(method, by) : switches.disable(method, by)))
}

/** Sooner than the portal does, but later than any provider charges. */
const kept: Partial<Record<Kept, number>> = { unpaidOrders: day, personalData: 8 * day, payments: 9 * day }

/**
 * The pause is sometimes days without a worker, when what is watched is as old as what is forgotten. Providers call
 * back long before that.
 */
export async function forgetOld(world: World): Promise<void> {
  if (world.chance.happens(0.3)) {
    sendOwed(world)
    await world.finish()
    await world.pass(world.chance.below(12 * day))
  }
  world.report('retention runs')
  world.begin('forget', async ({ retention }) => {
    const before = world.now()
    await retention.unpaidOrders({ before: before - (kept.unpaidOrders ?? 0), limit: 3 })
    await retention.personalData({ before: before - (kept.personalData ?? 0), limit: 3 })
    const paidBefore = before - (kept.payments ?? 0)
    if (world.database.engine === 'postgres')
      world.historyKeptFrom = Math.max(world.historyKeptFrom, startOfMonth(paidBefore))
    await retention.payments({ before: paidBefore, limit: 3 })
  })
}
