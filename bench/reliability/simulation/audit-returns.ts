import { type Finding, giftsOf, shareOfUndelivered } from './findings.ts'
import type { World } from './world.ts'

const creditEnding = /-credit$/

/** Finds the payment of which the BSS has goodwill under this name; it is undefined for the name of a payment. */
export function creditedPayment(id: string): string | undefined {
  return creditEnding.test(id) ? id.replace(creditEnding, '') : undefined
}

const isGiven = (world: World, id: string) => giftsOf(world, id).length > 0
const moneyActs: readonly string[] = ['refund', 'refund_part']

/** What was taken beyond the price goes back by the rule of the market; `valueGiven` counts it. */
function isExcess({ entry }: Finding, minor: number | undefined): boolean {
  return minor !== undefined && entry?.taken !== undefined && entry.taken.minor - entry.requested.minor === minor
}

/** What goes back of delivered goods: the amount that two people agreed on, or the excess, or what some numbers did not get. */
function isReturnAgreed(finding: Finding, world: World): boolean {
  const { payment, approvals } = finding
  const { refund } = payment
  if (isExcess(finding, refund?.part?.minor) || isUndelivered(finding, world)) return true
  return approvals.some(
    ({ act, amountMinor, isOwn }) => !isOwn && moneyActs.includes(act) && amountMinor === (refund?.part?.minor ?? null),
  )
}

function isUndelivered(finding: Finding, world: World): boolean {
  const { entry, payment } = finding
  const share = shareOfUndelivered(world, finding)
  if (share === 0 || entry?.taken === undefined) return false
  return payment.refund?.part?.minor === share + Math.max(0, entry.taken.minor - entry.requested.minor)
}

function isCreditAgreed(finding: Finding): boolean {
  const { payment, approvals } = finding
  const { credit } = payment
  if (isExcess(finding, credit?.amount.minor)) return true
  return approvals.some(
    ({ act, amountMinor, isOwn }) => !isOwn && act === 'give_credit' && amountMinor === credit?.amount.minor,
  )
}

const isAbove = (minor: number, limit: number) => !Number.isSafeInteger(minor) || minor < 1 || minor > limit

/** Rules for refunds and goodwill of every single payment; true means a violation. */
export const returnFaults: Readonly<Record<string, (finding: Finding, world: World) => boolean>> = {
  'given back twice': ({ entry }) => (entry?.givenBack ?? 0) > 1,
  'given back though delivered': (finding, world) =>
    finding.entry?.givenBack === 1 && isGiven(world, finding.payment.attempt.id) && !isReturnAgreed(finding, world),
  'refunded in our records only': ({ entry, payment: { refund } }) =>
    refund?.state === 'refunded' && entry?.givenBack !== 1,
  'another sum went back than was to': ({ entry, payment: { refund } }) =>
    entry?.givenBack === 1 && entry.returnedMinor !== (refund?.part?.minor ?? entry.taken?.minor),
  'a part is no part of the price': ({ payment: { attempt, refund } }) =>
    refund?.part !== undefined && isAbove(refund.part.minor, attempt.amount.minor - 1),
  'a part of a plan went back': ({ payment: { attempt, refund } }, { orders }) =>
    refund?.part !== undefined && orders.find(({ id }) => id === attempt.orderId)?.choice?.kind === 'plan',
  'a credit stays undecided': ({ payment: { credit }, isInReview }) =>
    (credit?.state === 'due' || credit?.state === 'sending') && !isInReview,
  'a credit that no second person agreed to': (finding) =>
    finding.payment.credit !== undefined && !isCreditAgreed(finding),
  'a credit above the price': ({ payment: { attempt, credit } }) =>
    credit !== undefined && isAbove(credit.amount.minor, (attempt.quote?.ordered ?? attempt.amount).minor),
  'moved to another number, and the money goes back': (finding) =>
    finding.isMoved && finding.payment.refund !== undefined && !isExcess(finding, finding.payment.refund.part?.minor),
  'more than the price came back beside the goods': ({ payment: { attempt, refund, credit } }, world) => {
    const returned = refund === undefined ? 0 : (refund.part ?? attempt.amount).minor / attempt.amount.minor
    const credited = (credit?.amount.minor ?? 0) / (attempt.quote?.ordered ?? attempt.amount).minor
    return isGiven(world, attempt.id) && isGiven(world, `${attempt.id}-credit`) && returned + credited > 1 + 1e-9
  },
  'a credit given in our records only': ({ payment: { attempt, credit } }, world) =>
    credit?.state === 'delivered' && !isGiven(world, `${attempt.id}-credit`),
  'a credit given in the records of the BSS only': ({ payment: { attempt, credit }, isInReview }, world) =>
    credit?.state !== 'delivered' && !isInReview && isGiven(world, `${attempt.id}-credit`),
}

/** Rules for everything that the BSS took from lines, and for what our records say about it. */
export async function faultsOfTakebacks(world: World, findings: readonly Finding[]): Promise<string[]> {
  const rows = await world.database.db.selectFrom('takebacks').select(['attempt_id', 'balance_minor']).execute()
  const seen = new Map(rows.map(({ attempt_id, balance_minor }) => [attempt_id, Number(balance_minor ?? 0)]))
  const written = new Set(world.journaled.flatMap(({ call, reference }) => (call === 'take_back' ? [reference] : [])))
  const debits = [...world.debits.records.values()]
  const ofDebits = debits.flatMap(({ purchase: { id }, times }) => [
    ...(times > 1 ? [`${id} debited ${times} times`] : []),
    ...(written.has(id) ? [] : [`${id} is debited and not in the journal`]),
  ])
  const ofPayments = findings.flatMap((finding) =>
    Object.entries(takebackFaults).flatMap(([what, isFault]) =>
      isFault(finding, world) ? [`${finding.payment.attempt.id}: ${what}`] : [],
    ),
  )
  const unseen = debits.flatMap(({ purchase: { id, amount }, state }) => {
    const before = seen.get(id.replace(takebackEnding, ''))
    return state === 'given' && before !== undefined && before < amount.minor ? [`${id} took what nobody had seen`] : []
  })
  return [...ofDebits, ...ofPayments, ...unseen]
}

const takebackEnding = /-takeback$/
const debitOf = ({ debits }: World, { payment }: Finding) => debits.records.get(`${payment.attempt.id}-takeback`)
const isDebited = (world: World, finding: Finding) => debitOf(world, finding)?.state === 'given'

/** What was refunded for goods, as a share of the price. */
const refundedMinor = (finding: Finding) => {
  const { attempt, refund } = finding.payment
  return refund === undefined || isExcess(finding, refund.part?.minor)
    ? 0
    : ((refund.part ?? attempt.amount).minor / attempt.amount.minor) * (attempt.quote?.ordered ?? attempt.amount).minor
}

/** True means a violation. */
const takebackFaults: Readonly<Record<string, (finding: Finding, world: World) => boolean>> = {
  'a takeback stays undecided': ({ payment: { takeback }, isInReview }) =>
    (takeback?.state === 'due' || takeback?.state === 'sending') && !isInReview,
  'taken back in our records only': (finding, world) =>
    finding.payment.takeback?.state === 'delivered' && !isDebited(world, finding),
  'taken back in the records of the BSS only': (finding, world) =>
    finding.payment.takeback?.state !== 'delivered' && !finding.isInReview && isDebited(world, finding),
  'taken back without two people’s agreement': (finding, world) => {
    const minor = debitOf(world, finding)?.purchase.amount.minor
    const isAgreed = finding.approvals.some(
      ({ act, amountMinor, isOwn }) => !isOwn && act === 'take_back' && amountMinor === minor,
    )
    return isDebited(world, finding) && !isAgreed
  },
  'taken back, and not refunded': (finding, world) =>
    isDebited(world, finding) && finding.payment.refund?.state === undefined,
  'more taken back than was refunded': (finding, world) =>
    isDebited(world, finding) && (debitOf(world, finding)?.purchase.amount.minor ?? 0) > refundedMinor(finding) + 1e-6,
  'taken back, and never delivered': (finding, world) =>
    isDebited(world, finding) && world.bss.records.get(finding.payment.attempt.id)?.state !== 'given',
  'taken back from another line': (finding, world) => {
    const order = world.orders.find(({ id }) => id === finding.payment.attempt.orderId)
    return isDebited(world, finding) && debitOf(world, finding)?.purchase.msisdn !== order?.msisdn
  },
}

/** Rules for all goodwill that the BSS has given. A payment that was erased took its amount along. */
export function faultsOfCredits(world: World, findings: readonly Finding[]): string[] {
  const known = new Map(findings.map(({ payment }) => [payment.attempt.id, payment]))
  return [...world.bss.records.values()].flatMap(({ purchase, times, state }) => {
    const { id, kind, msisdn, amount, productCode } = purchase
    const payment = known.get(creditedPayment(id) ?? '')
    if (creditedPayment(id) === undefined) return []
    const order = world.orders.find((one) => one.id === payment?.attempt.orderId)
    const isRight =
      payment === undefined ||
      // One that failed may be followed by a credit of another amount.
      state !== 'given' ||
      (kind === 'airtime' &&
        productCode === undefined &&
        msisdn === order?.msisdn &&
        amount.minor === payment.credit?.amount.minor)
    return [
      ...(times > 1 ? [`${id} given ${times} times`] : []),
      ...(isRight ? [] : [`${id} gave what was not agreed`]),
    ]
  })
}
