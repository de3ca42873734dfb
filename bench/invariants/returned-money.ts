import {
  type Capture,
  type DeliveryRecord,
  invariants,
  isInProgress,
  type RecordsByPayment,
  type Violation,
} from './records-by-payment.ts'

interface Approved {
  readonly acts: readonly string[]
  /** Null for all of the money. */
  readonly minor: number | null
}

export function isApproved(id: string, { acts, minor }: Approved, { accounts, attempts }: RecordsByPayment): boolean {
  const reference = attempts.get(id)?.reference
  return accounts.approvals.some(
    ({ act, subject, amount_minor, asked_by, decided_by }) =>
      subject === reference && acts.includes(act) && amount_minor === minor && asked_by !== decided_by,
  )
}

/** Staff paid the money back without the provider, whose records do not know of it. */
function isGivenByHand(id: string, { accounts, attempts }: RecordsByPayment): boolean {
  const reference = attempts.get(id)?.reference
  return accounts.resolvedRefunds.some(({ subject }) => subject === reference)
}

/** Another invariant says where the money is for goods that were not delivered. */
const isOwedBack = (id: string, files: RecordsByPayment): boolean =>
  files.deliveries.get(id)?.state === 'delivered' && !isGivenByHand(id, files)

/** What came beyond the price. */
const excessOf = (id: string, { deliveries }: RecordsByPayment) => deliveries.get(id)?.excess_minor ?? undefined

/**
 * Two people agreed to refund delivered goods, or one person resolved a review so. An excess is refunded in any case.
 */
export function isReturnAgreed(id: string, files: RecordsByPayment): boolean {
  const refund = files.refunds.get(id)
  if (refund === undefined) return false
  return (
    (refund.amount_minor !== null && refund.amount_minor === excessOf(id, files)) ||
    isGivenByHand(id, files) ||
    isApproved(id, { acts: ['refund', 'refund_part'], minor: refund.amount_minor }, files)
  )
}

/** What came beyond the price goes back, or is given as airtime, with the goods. */
function* excessesKept({ accounts, refunds, credits }: RecordsByPayment): Generator<Violation> {
  for (const { attempt_id: id, state, excess_minor: excess } of accounts.deliveries) {
    if (state !== 'delivered' || excess === null || refunds.has(id) || credits.has(id)) continue
    yield { invariant: invariants.returnIsAgreed, id, what: `${excess} beyond the price was kept` }
  }
}

/** Money that went back has a refund, and is the sum of it. */
export function* returnsUnexplained(files: RecordsByPayment): Generator<Violation> {
  const invariant = invariants.returnIsAgreed
  for (const [id, [capture]] of files.captures) {
    if (capture === undefined || !files.attempts.has(id)) continue
    const what = faultOfReturn(id, capture, files)
    if (what !== undefined) yield { invariant, id, what, isInProgress: isInProgress(id, files) }
  }
  yield* excessesKept(files)
  for (const { attempt_id: id, amount_minor: part } of files.accounts.refunds) {
    const paid = files.attempts.get(id)?.amount_minor ?? 0
    if (part !== null && !isWithin(part, paid - 1)) yield { invariant, id, what: `a part of ${part} of ${paid}` }
    if (files.deliveries.get(id)?.state === 'delivered' && !isReturnAgreed(id, files))
      yield { invariant, id, what: 'goods were delivered, and no second person agreed to the refund' }
  }
}

const isWithin = (minor: number, most: number) => Number.isSafeInteger(minor) && minor >= 1 && minor <= most

function faultOfReturn(
  id: string,
  { amountMinor, refundedMinor }: Capture,
  files: RecordsByPayment,
): string | undefined {
  const { attempts, refunds, inReview } = files
  if (refundedMinor > amountMinor) return `gave back ${refundedMinor} of ${amountMinor}`
  if (inReview.has(id) || attempts.get(id)?.state === 'reversed') return undefined
  const refund = refunds.get(id)
  const isSome = refundedMinor > 0 && refundedMinor < amountMinor
  if (refund === undefined) return isSome ? `gave back ${refundedMinor} without a refund` : undefined
  const due = refund.amount_minor ?? amountMinor
  const isRight = refundedMinor === due || (refund.state !== 'refunded' && refundedMinor === 0)
  return isRight || (refundedMinor === 0 && refund.amount_minor === null && !isOwedBack(id, files))
    ? undefined
    : `gave back ${refundedMinor}, and the refund is of ${due}`
}

/** What the BSS gave as goodwill is what two people agreed to, once; and what was agreed to was given. */
export function* creditsUnexplained(files: RecordsByPayment): Generator<Violation> {
  const invariant = invariants.oneCredit
  const { accounts, credits, creditRecords, attempts, inReview } = files
  for (const [id, same] of creditRecords) {
    if (same.length > 1) yield { invariant, id, what: `the BSS gave ${same.length} credits` }
    if (credits.has(id) || inReview.has(id)) continue
    yield {
      invariant,
      id,
      what: attempts.has(id) ? 'a credit that staff did not request' : 'a credit without an attempt',
    }
  }
  for (const credit of accounts.credits) {
    const { attempt_id: id } = credit
    const [record] = creditRecords.get(id) ?? []
    for (const what of faultsOfCredit(credit, record, files))
      yield { invariant, id, what, isInProgress: isInProgress(id, files) }
  }
}

function faultsOfCredit(
  credit: RecordsByPayment['accounts']['credits'][number],
  record: DeliveryRecord | undefined,
  files: RecordsByPayment,
): readonly string[] {
  const { attempt_id: id, state, amount_minor: minor, currency } = credit
  const attempt = files.attempts.get(id)
  const order = files.orders.get(attempt?.order_id ?? '')
  const price = attempt?.ordered_minor ?? attempt?.amount_minor ?? 0
  const isJudged = !files.inReview.has(id)
  const checks: readonly (readonly [boolean, string])[] = [
    [isWithin(minor, price), `a credit of ${minor} for ${price}`],
    [currency === (attempt?.ordered_currency ?? attempt?.currency), 'a credit in another currency'],
    [
      minor === excessOf(id, files) || isApproved(id, { acts: ['give_credit'], minor }, files),
      'no second person agreed to the credit',
    ],
    [(state === 'delivered') === (record !== undefined) || !isJudged, creditedOneSided(state, record)],
    [(record?.amountMinor ?? minor) === minor, `the BSS gave ${record?.amountMinor} for a credit of ${minor}`],
    [(record?.currency ?? currency) === currency, `the BSS gave a credit in ${record?.currency}`],
    [
      record === undefined || (record.msisdn === order?.msisdn && record.productCode === undefined),
      'the credit went elsewhere',
    ],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, what]) => what)
}

const creditedOneSided = (state: string, record: DeliveryRecord | undefined) =>
  `the credit is ${state}, and the BSS has ${record === undefined ? 'no record of it' : 'given it'}`
