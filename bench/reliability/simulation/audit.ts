import { isSameMoney, type Money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { canMove, type PaymentComponent } from '@nyanja/domain/payments/payment-states'
import { computeStatus } from '@nyanja/domain/payments/payment-status'
import type { Payment } from '@nyanja/server/payments/attempt'
import type { Purchase } from '@nyanja/server/payments/delivery-provider'
import { faultsOfGiftMessages } from './audit-messages.ts'
import { creditedPayment, faultsOfCredits, faultsOfTakebacks, returnFaults } from './audit-returns.ts'
import { rates } from './customers.ts'
import { type Finding, findingsIn, giftsOf, isKept, isTaken, shareOfUndelivered } from './findings.ts'
import { providerNames } from './injected-faults.ts'
import type { Entry } from './provider.ts'
import type { World } from './world.ts'

const decided: ReadonlySet<string> = new Set(['captured', 'captured_late', 'refused', 'expired'])

function statusOf({ attempt, delivery, refund }: Payment) {
  return computeStatus({
    money: attempt.state,
    isAtGatewayPage: false,
    ...(delivery === undefined ? {} : { delivery: delivery.state }),
    ...(refund === undefined ? {} : { refund: refund.state, isPartRefund: refund.part !== undefined }),
  })
}

/** Rules for every single payment; true means a violation. */
const faults: Readonly<Record<string, (finding: Finding, world: World) => boolean>> = {
  'stays undecided': ({ payment, isInReview }) => !decided.has(payment.attempt.state) && !isInReview,
  'capture without an end': (finding) =>
    isTaken(finding) &&
    !finding.isInReview &&
    finding.payment.delivery?.state !== 'delivered' &&
    finding.payment.refund?.state !== 'refunded',
  'FAILED, and the money is kept': (finding) =>
    isKept(finding) && !finding.isInReview && statusOf(finding.payment) === 'FAILED',
  'captured in our records only': (finding) =>
    statusOf(finding.payment) === 'SUCCESS' && !isTaken(finding) && !finding.isInReview,
  'delivered in our records only': ({ payment }, world) =>
    payment.delivery?.state === 'delivered' && giftsOf(world, payment.attempt.id).length === 0,
  'a number has in our records alone what it paid for, or in those of the BSS alone': (finding, world) => {
    const { delivery, attempt } = finding.payment
    const given = new Set(giftsOf(world, attempt.id).map(({ place }) => place))
    const items = delivery?.state === 'delivered' && !finding.isInReview ? (delivery.items ?? []) : []
    return items.some(({ state }, index) => (state === 'delivered') !== given.has(index + 1))
  },
  ...returnFaults,
  'the books have another amount than was received': ({ payment: { attempt }, entry, isInReview }) =>
    entry?.taken !== undefined && !isInReview && !isSameMoney(entry.taken, attempt.amount),
  'what was given is not what was received': (finding, world) =>
    isTaken(finding) && !finding.isInReview && valueGiven(finding, world) !== finding.entry?.taken?.minor,
}

/**
 * Returns the goods at the price that was charged for them, and what came back without two people's agreement, in minor
 * units.
 */
function valueGiven(finding: Finding, world: World): number {
  const { payment, entry, approvals } = finding
  const { attempt, credit } = payment
  const goodwill = world.bss.records.get(`${attempt.id}-credit`)
  const isAgreed = (acts: readonly string[], minor: number | null) =>
    approvals.some(({ act, amountMinor, isOwn }) => !isOwn && acts.includes(act) && amountMinor === minor)
  const price = priceGiven(world, finding)
  // A refund of what was not delivered needs no agreement, and a late one changes nothing.
  const isExtra = price !== undefined && isAgreed(['refund', 'refund_part'], payment.refund?.part?.minor ?? null)
  const returned = isExtra ? 0 : entry?.returnedMinor
  const credited = isAgreed(['give_credit'], credit?.amount.minor ?? null) ? 0 : goodwill?.purchase.amount.minor
  return (price ?? 0) + (returned ?? 0) + (goodwill?.state === 'given' ? (credited ?? 0) : 0)
}

/** Computes the price of what the BSS gave for the payment, as it was charged: undefined when it gave nothing. */
function priceGiven(world: World, finding: Finding): number | undefined {
  const { attempt } = finding.payment
  const [gift] = giftsOf(world, attempt.id)
  if (gift === undefined) return undefined
  if (gift.place > 0) return (finding.entry?.requested.minor ?? 0) - shareOfUndelivered(world, finding)
  return pricesOf(gift.purchase.amount, attempt)[0]?.minor
}

const entriesOf = ({ providers }: World): readonly Entry[] =>
  providerNames.flatMap((name) => [...providers[name].records.values()])

const isWithin = (one: Money, other: Money) => one.minor <= other.minor && one.currency === other.currency

/** Converts to the other currency, rounded up to the next whole unit. */
function priceAt({ minor }: Money, perUnit: number): Money {
  return { minor: Math.ceil((minor * perUnit) / 10_000) * 100, currency: 'USD' }
}

/** Returns the allowed charges for it. A payment that was erased took its rate along. */
function pricesOf(amount: Money, attempt: Payment['attempt'] | undefined): readonly Money[] {
  if (attempt === undefined) return [amount, ...rates.map((rate) => priceAt(amount, rate))]
  return [attempt.quote === undefined ? amount : priceAt(amount, attempt.quote.rate.costs.minor)]
}

/** Airtime for what came, where that is less than the price. */
function isPartDelivered({ differences }: World, entry: Entry | undefined, kind: OrderKind): boolean {
  if (entry?.taken === undefined) return false
  return differences.shortfall === 'deliver_part' && kind === 'airtime' && entry.taken.minor < entry.requested.minor
}

/**
 * Rules for everything that the BSS delivered. The invariant checker compares amounts itself, and trusts no code of the
 * core.
 */
function faultsOfGifts(world: World, findings: readonly Finding[]): string[] {
  const entries = new Map(entriesOf(world).map((entry) => [entry.id, entry]))
  const attempts = new Map(findings.map(({ payment }) => [payment.attempt.id, payment.attempt]))
  return [...world.bss.records.values()].flatMap(({ purchase, times, state }) => {
    const { id, amount, msisdn, kind, productCode, leadReference } = purchase
    if (creditedPayment(id) !== undefined) return []
    const paidBy = id.replace(/-\d{1,2}$/, '')
    const taken = entries.get(paidBy)?.taken
    const attempt = attempts.get(paidBy)
    const order = world.orders.find((one) => one.id === attempt?.orderId)
    const isPaid = taken !== undefined && pricesOf(amount, attempt).some((price) => isWithin(price, taken))
    const isOrdered =
      order === undefined ||
      isItemOrdered(order, purchase) ||
      (order.choice !== undefined &&
        (order.choice.amount.minor === amount.minor || isPartDelivered(world, entries.get(id), kind)) &&
        order.choice.kind === kind &&
        order.msisdn === msisdn &&
        leadOf(order) === leadReference &&
        (kind === 'bundle' || kind === 'plan') === (productCode !== undefined))
    return [
      ...(times > 1 ? [`${id} delivered ${times} times`] : []),
      ...(state === 'given' && !isPaid ? [`${id} delivered without its capture`] : []),
      ...(state === 'given' && !isOrdered ? [`${id} delivered what was not ordered`] : []),
    ]
  })
}

/** Tells whether the order has this for this number at this place. */
function isItemOrdered({ choice }: World['orders'][number], purchase: Purchase): boolean {
  const { id, kind, msisdn, amount, productCode } = purchase
  const item = choice?.kind === 'several' ? choice.items[Number(/-(\d{1,2})$/.exec(id)?.[1]) - 1] : undefined
  if (item?.msisdn !== msisdn || item.amount.minor !== amount.minor) return false
  return productCode === item.bundle?.productCode && kind === (item.bundle === undefined ? 'airtime' : 'bundle')
}

const leadOf = ({ choice }: World['orders'][number]) =>
  choice?.kind === 'plan' ? choice.plan.leadReference : undefined

/**
 * A household is connected and charged once, even with several orders. Retention, which is much faster here, forgets who
 * has paid; what is paid after that is another order.
 */
function faultsOfLeads({ bss }: World, findings: readonly Finding[]): string[] {
  const known = new Set(findings.map(({ payment }) => payment.attempt.id))
  const paid = [...bss.records.values()]
    .filter(({ state, purchase }) => state === 'given' && known.has(purchase.id))
    .map(({ purchase }) => purchase)
  const byLead = Map.groupBy(paid, ({ leadReference }) => leadReference)
  return [...byLead].flatMap(([lead, purchases]) =>
    lead !== undefined && purchases.length > 1 ? [`${lead} is paid ${purchases.length} times`] : [],
  )
}

function faultsOfOrders({ orders }: World, findings: readonly Finding[]): string[] {
  return orders.flatMap(({ id }) => {
    const kept = findings.filter((finding) => finding.payment.attempt.orderId === id && isKept(finding))
    return kept.filter(({ isInReview }) => !isInReview).length > 1 ? [`order ${id} is paid ${kept.length} times`] : []
  })
}

/** Payments that retention has removed must have ended correctly before. */
function faultsOfForgotten(world: World, findings: readonly Finding[]): string[] {
  const known = new Set(findings.map(({ payment }) => payment.attempt.id))
  return entriesOf(world)
    .filter(({ id, taken, givenBack }) => {
      const isGiven = giftsOf(world, id).length > 0
      return !known.has(id) && taken !== undefined && givenBack === 0 && !isGiven
    })
    .map(({ id }) => `${id} forgotten with its money`)
}

const goods = ['top_up', 'bundle_order', 'bill_payment', 'plan_payment'] as const

/** Every charge or delivery was journaled before: a restored database has no other record of it. */
function faultsOfJournal(world: World): string[] {
  const written = new Set(world.journaled.map(({ call, reference }) => `${call} ${reference}`))
  const charged = entriesOf(world).flatMap(({ id, pin }) => [
    ...(written.has(`charge ${id}`) ? [] : [`${id} is charged and not in the journal`]),
    ...(pin === 'in' && !written.has(`pin ${id}`) ? [`the PIN of ${id} is not in the journal`] : []),
  ])
  const given = [...world.bss.records.keys()].filter((id) => !goods.some((call) => written.has(`${call} ${id}`)))
  return [...charged, ...given.map((id) => `${id} is delivered and not in the journal`)]
}

const slackMs = 2 * 60_000

/** No customer begins to pay by a method that staff have switched off. */
async function faultsOfSwitches({ database: { db } }: World, findings: readonly Finding[]): Promise<string[]> {
  const actions = await db.selectFrom('operator_actions').selectAll().orderBy('id').execute()
  return findings.flatMap(({ payment: { attempt } }) => {
    const switchings = actions.filter(
      ({ action, subject }) => subject === attempt.method && action.startsWith('method'),
    )
    const last = switchings.findLast(({ at }) => at < attempt.createdAt - slackMs)
    const hasChangedSince = switchings.some(({ at }) => at >= attempt.createdAt - slackMs && at <= attempt.createdAt)
    return last?.action === 'method off' && !hasChangedSince ? [`${attempt.id} begun by a method that is off`] : []
  })
}

/** A chain of legal transitions explains every state. */
async function faultsOfHistory(world: World, finding: Finding): Promise<string[]> {
  const { db } = world.database
  const { attempt, delivery, refund, credit, takeback } = finding.payment
  const events = await db.selectFrom('events').selectAll().where('attempt_id', '=', attempt.id).orderBy('id').execute()
  if (events.length === 0 && attempt.createdAt < world.historyKeptFrom) return []
  const states: Readonly<Record<PaymentComponent, string>> = {
    money: attempt.state,
    delivery: delivery?.state ?? 'none',
    refund: refund?.state ?? 'none',
    credit: credit?.state ?? 'none',
    takeback: takeback?.state ?? 'none',
  }
  const ofComponents = (['money', 'delivery', 'refund', 'credit', 'takeback'] as const).flatMap((component) => {
    let state = 'none'
    for (const { from_state, to_state } of events.filter((event) => event.component === component)) {
      if (from_state !== state || (state !== 'none' && !canMove(component, state, to_state)))
        return [`${attempt.id}: ${component} cannot go from ${state} to ${to_state}`]
      state = to_state
    }
    return state === states[component]
      ? []
      : [`${attempt.id}: ${component} is ${states[component]}, its history says ${state}`]
  })
  const refusals = events.filter(({ component, to_state }) => component === 'money' && to_state === 'refused')
  return [...ofComponents, ...refusals.flatMap(({ detail }) => faultsOfRefusal(world, finding, detail))]
}

/** No customer reads that nothing was charged unless the provider reported it, or the visitor left before any PIN. */
function faultsOfRefusal({ providers }: World, { payment, entry }: Finding, detail: string | null): string[] {
  const { id, gateway, checkoutType } = payment.attempt
  const name = providerNames.find((one) => one === gateway)
  if (name !== undefined && providers[name].refused.has(id)) return []
  if (checkoutType !== 'pin' || detail !== 'cancelled_by_customer') return [`${id}: refused without a provider's word`]
  return entry?.pin === 'in' ? [`${id}: left though its PIN is with the wallet`] : []
}

/** Compares the portal's records with the provider's and the BSS's, as `docs` promise it. It is empty in a good run. */
export async function audit(world: World): Promise<string[]> {
  const findings = await findingsIn(world)
  const ofPayments = findings.flatMap((finding) =>
    Object.entries(faults)
      .filter(([, isFault]) => isFault(finding, world))
      .map(([what]) => `${finding.payment.attempt.id} (${finding.payment.attempt.state}): ${what}`),
  )
  const ofHistory = await Promise.all(findings.map((finding) => faultsOfHistory(world, finding)))
  return [
    ...world.failures,
    ...ofPayments,
    ...faultsOfGifts(world, findings),
    ...faultsOfCredits(world, findings),
    ...(await faultsOfTakebacks(world, findings)),
    ...faultsOfLeads(world, findings),
    ...faultsOfOrders(world, findings),
    ...faultsOfForgotten(world, findings),
    ...faultsOfJournal(world),
    ...(await faultsOfSwitches(world, findings)),
    ...(await faultsOfGiftMessages(world, findings)),
    ...ofHistory.flat(),
  ]
}
