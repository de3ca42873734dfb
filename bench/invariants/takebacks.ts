import { type Capture, invariants, isInProgress, type RecordsByPayment, type Violation } from './records-by-payment.ts'
import { isApproved } from './returned-money.ts'

type Takeback = RecordsByPayment['accounts']['takebacks'][number]

/** What the BSS took from a line is what two people agreed to, once; and what was agreed to was taken, or nothing. */
export function* takebacksUnexplained(files: RecordsByPayment): Generator<Violation> {
  const invariant = invariants.oneTakeback
  const { accounts, takebacks, debitRecords, inReview } = files
  for (const [id, same] of debitRecords) {
    if (same.length > 1) yield { invariant, id, what: `the BSS took ${same.length} times from the line` }
    if (!takebacks.has(id) && !inReview.has(id))
      yield { invariant, id, what: 'airtime was taken that nobody asked for' }
  }
  for (const takeback of accounts.takebacks) {
    const { attempt_id: id } = takeback
    const [debit] = debitRecords.get(id) ?? []
    for (const what of faultsOf(takeback, debit, files))
      yield { invariant, id, what, isInProgress: isInProgress(id, files) }
  }
}

function faultsOf(takeback: Takeback, debit: Capture | undefined, files: RecordsByPayment): readonly string[] {
  const { attempt_id: id, state, amount_minor: minor, currency, balance_minor: before } = takeback
  const isJudged = !files.inReview.has(id)
  const [isTaken, attempt] = [debit !== undefined, files.attempts.get(id)]
  const checks: readonly (readonly [boolean, string])[] = [
    [
      (state === 'delivered') === isTaken || !isJudged,
      `the takeback is ${state}, and the BSS has ${isTaken ? 'taken' : 'nothing'}`,
    ],
    [!isTaken || isApproved(id, { acts: ['take_back'], minor }, files), 'no second person agreed to take it'],
    [!isTaken || (before !== null && before >= minor), `the line had ${before}, and ${minor} was taken`],
    [!isTaken || isRefunded(takeback, files), `${minor} was taken, which is more than was refunded`],
    [
      debit?.amountMinor === undefined || debit.amountMinor === minor,
      `the BSS took ${debit?.amountMinor} for ${minor}`,
    ],
    [debit === undefined || debit.currency === currency, `the BSS took ${debit?.currency}`],
    [currency === (attempt?.ordered_currency ?? attempt?.currency), 'a takeback in another currency'],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, what]) => what)
}

/** The share of the price that went back of the charge; what goes back beyond the price bought nothing. */
function isRefunded(
  { attempt_id: id, amount_minor: minor }: Takeback,
  { attempts, refunds, deliveries }: RecordsByPayment,
): boolean {
  const [attempt, refund] = [attempts.get(id), refunds.get(id)]
  if (attempt === undefined || refund === undefined) return false
  if (refund.amount_minor !== null && refund.amount_minor === deliveries.get(id)?.excess_minor) return false
  const { amount_minor: charged, ordered_minor: ordered } = attempt
  return minor * charged <= (refund.amount_minor ?? charged) * (ordered ?? charged)
}
