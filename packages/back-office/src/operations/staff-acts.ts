import { compareMoney, type Money } from '@nyanja/domain/money/money'
import { correctionRefusals } from '@nyanja/domain/payments/correction'
import { isGoodwillFor, isPartOf, isTakebackFor } from '@nyanja/domain/payments/returned-money'
import { listResolutions, type Resolution } from '@nyanja/domain/payments/review-resolutions'
import { type CaseState, caseStates } from '@nyanja/domain/reconciliation/case-states'
import {
  type Act,
  type ActNeedingApproval,
  type ActReason,
  needsApproval,
  policyOf,
  resolutionOfAct,
} from '@nyanja/domain/staff/acts'
import { hasRoomFor, judgePaymentActs } from '@nyanja/domain/staff/payment-acts'
import { isPermitted, type Staff } from '@nyanja/domain/staff/roles'
import type { ActedBy } from '@nyanja/server/common/staff-action'
import type { IncidentStore } from '@nyanja/server/incidents/incidents'
import type { MethodSwitches } from '@nyanja/server/payments/methods'
import type { ActionLog } from './action-log.ts'
import type { CorrectionQueue } from './corrections.ts'
import type { LeadDecided, LeadDecisions } from './leads.ts'
import type { PaymentActStore } from './payment-acts.ts'
import { situationOf } from './payment-files.ts'
import {
  type HistoricAttempt,
  isAmountRight,
  type PaymentHistory,
  priceOf,
  type ResolveResult,
  type Reviews,
} from './reviews.ts'
import type { StaffRequest, StaffRequestStore } from './staff-requests.ts'
import type { CoverageReportList, SubmissionList } from './visitor-reports.ts'

/** Moves differences that reconciliation found: false when the case was moved meanwhile, or has no such move. */
interface CaseMoves {
  move(id: number, move: { readonly from: CaseState; readonly to: CaseState }, by: ActedBy): Promise<boolean>
}

interface DayClosing {
  /** Closes a day: false when it is closed, or not over. */
  closeDay(day: string): Promise<boolean>
}

export interface StaffActsOptions {
  readonly payments: PaymentActStore
  readonly requests: StaffRequestStore
  readonly reviews: Reviews
  readonly corrections: CorrectionQueue
  readonly submissions: SubmissionList
  readonly leads: LeadDecisions
  readonly coverage: Pick<CoverageReportList, 'close'>
  readonly switches: MethodSwitches
  readonly incidents: IncidentStore
  readonly cases: CaseMoves
  readonly closing: DayClosing
  readonly log: ActionLog
  readonly newId: () => string
}

export interface ActRequest {
  readonly act: Act
  /** The subject of the act: a payment's reference, a method, an id. */
  readonly subject: string
  readonly reason: ActReason
  /** The note as free text, which may be erased later. */
  readonly note: string
  /** The amount as it was typed, set when the act needs one. */
  readonly amount?: Money
  /** The input that only some acts need: the refusal of a move, the texts of an incident by language. */
  readonly input: Readonly<Record<string, string>>
}

/**
 * With `requested` the act waits for a second person. With `overtaken` it was done meanwhile, or is not possible any
 * more. With `busy` a worker is processing the payment. With `asks_bss` it happens once the BSS answers that it has no
 * record of the goods. With `incomplete` the input lacks something. With `wrong_amount` the amount is invalid, or not
 * possible for this payment.
 */
export type ActResult =
  | 'done'
  | 'requested'
  | 'not_permitted'
  | 'own_request'
  | 'overtaken'
  | 'busy'
  | 'asks_bss'
  | 'unknown'
  | 'incomplete'
  | 'wrong_amount'

/** The acts that give the customer value beside what was delivered, or take it. */
const givingActs: readonly Act[] = ['refund', 'refund_part', 'give_credit', 'take_back']

type Execute = (request: ActRequest, by: ActedBy) => Promise<ActResult>

const toActResult = (isDone: boolean): ActResult => (isDone ? 'done' : 'overtaken')

const ofLead: Readonly<Record<LeadDecided, ActResult>> = {
  done: 'done',
  unknown: 'unknown',
  not_possible: 'overtaken',
  undecided: 'overtaken',
  busy: 'busy',
}

const ofReview: Readonly<Record<ResolveResult['outcome'], ActResult>> = {
  resolved: 'done',
  asks_bss: 'asks_bss',
  wrong_amount: 'wrong_amount',
  unknown_payment: 'unknown',
  not_in_review: 'overtaken',
  overtaken: 'overtaken',
  not_allowed: 'overtaken',
}

const resolutionBy = (act: Act): Resolution | undefined =>
  Object.entries(resolutionOfAct).find(([name]) => name === act)?.[1]

type ActFault = 'unknown' | 'overtaken' | 'wrong_amount'

/** An act about a payment, with the requests about it that wait for a second person. */
interface AboutPayment {
  readonly act: Act
  readonly amount: Money | undefined
  readonly history: PaymentHistory
  readonly attempt: HistoricAttempt
  readonly requested: readonly StaffRequest[]
}

function isAmountPossible({ act, amount, history, attempt, requested }: AboutPayment): boolean {
  if (amount === undefined) return false
  const { amount: paid } = attempt
  const [price, others] = [priceOf(attempt), requested.filter((request) => request.act !== act)]
  const situation = { ...attempt, paid, price, requested: others }
  if (act === 'take_back') {
    const { part = paid } = attempt
    return isTakebackFor(amount, { paid, price, refundMinor: part.minor })
  }
  return act === 'refund_part'
    ? history.kind !== 'plan' && isPartOf(amount, paid) && hasRoomFor({ refundMinor: amount.minor }, situation)
    : isGoodwillFor(amount, price) && hasRoomFor({ creditMinor: amount.minor }, situation)
}

/** Tells whether a move or a refund has happened first. */
const hasObstacle = ({ act, history, attempt, requested }: AboutPayment): boolean =>
  judgePaymentActs(situationOf(history, attempt, requested)).some(
    (one) => one.act === act && one.obstacle !== undefined,
  )

/** Compares the amount stated as received or returned with the one that the portal knows. */
function faultOfStatement({ act, amount, attempt, requested }: AboutPayment): ActFault | undefined {
  const resolution = resolutionBy(act)
  const isAllowed =
    resolution !== undefined &&
    attempt.reviews.length > 0 &&
    listResolutions(attempt.components, attempt.reviews).includes(resolution) &&
    !requested.some((request) => resolutionBy(request.act) !== undefined)
  if (!isAllowed) return 'overtaken'
  return isAmountRight(attempt, { resolution, amount }) ? undefined : 'wrong_amount'
}

/** Performs everything that staff do in the console: by policy, with a reason, recorded. */
export class StaffActs {
  readonly #options: StaffActsOptions
  readonly #executed: Readonly<Record<Exclude<Act, ActNeedingApproval>, Execute>>

  constructor(options: StaffActsOptions) {
    this.#options = options
    this.#executed = { ...this.#actsOnPayments(), ...this.#otherActs(), ...this.#actsOfFinance() }
  }

  async perform(staff: Staff, request: ActRequest): Promise<ActResult> {
    const { permission, reasons } = policyOf(request.act)
    const role = staff.roles.find((one) => isPermitted([one], permission))
    if (role === undefined) return 'not_permitted'
    if (!reasons.includes(request.reason)) return 'incomplete'
    const { reason, note: why } = request
    const by = { who: staff.name, why, staff: { id: staff.id, role, reason } }
    const openRequest = await this.#findOpenRequest(request)
    if (openRequest !== undefined && !isPermitted(staff.roles, policyOf(openRequest.act).permission))
      return 'not_permitted'
    const isApproval = openRequest !== undefined && request.act === 'approve'
    const fault = await (isApproval ? this.#faultOfApproval(openRequest) : this.#faultOfAct(request))
    if (fault !== undefined) return fault
    if (needsApproval(request.act)) return this.#request(request, by)
    return this.#executed[request.act](request, by)
  }

  async #request({ act, subject, reason, amount }: ActRequest, by: ActedBy): Promise<ActResult> {
    const { requests, newId } = this.#options
    const request = { id: newId(), act, subject, reason, ...(amount && { amount }) }
    return (await requests.add(request, by)) ? 'requested' : 'overtaken'
  }

  /** A member of staff who agrees to an act or declines it must have the permission to request it. */
  async #findOpenRequest({ act, subject }: ActRequest): Promise<StaffRequest | undefined> {
    return act === 'approve' || act === 'decline' ? this.#options.requests.find(subject) : undefined
  }

  /** Finds at once what is not possible: otherwise only the second person would learn of it. */
  async #faultOfAct({ act, subject, amount }: ActRequest): Promise<ActFault | undefined> {
    const { needsAmount } = policyOf(act)
    const isGiving = givingActs.some((one) => one === act)
    if (needsAmount === undefined && !isGiving) return undefined
    const { reviews, requests } = this.#options
    const [history, requested] = await Promise.all([reviews.show(subject), requests.openAbout(subject)])
    const attempt = history?.attempts.find(({ reference }) => reference === history.reference)
    if (history === undefined || attempt === undefined) return 'unknown'
    const about: AboutPayment = { act, amount, history, attempt, requested }
    if (needsAmount === 'stated') return faultOfStatement(about)
    if (needsAmount === true && !isAmountPossible(about)) return 'wrong_amount'
    return hasObstacle(about) ? 'overtaken' : undefined
  }

  /** A takeback must not exceed the balance that was seen on the line. */
  async #faultOfApproval({ act, subject }: StaffRequest): Promise<'busy' | 'wrong_amount' | undefined> {
    if (act !== 'take_back') return undefined
    const history = await this.#options.reviews.show(subject)
    const takeback = history?.attempts.find(({ reference }) => reference === subject)?.takeback
    if (takeback?.state !== 'asked') return undefined
    if (takeback.balance === undefined) return 'busy'
    return compareMoney(takeback.balance.amount, takeback.amount) < 0 ? 'wrong_amount' : undefined
  }

  /** The second person agrees to a statement, or to a request of another kind. */
  async #approve({ subject }: Pick<ActRequest, 'subject'>, by: ActedBy): Promise<ActResult> {
    const { requests, reviews } = this.#options
    const request = await requests.find(subject)
    const resolution = request && resolutionBy(request.act)
    if (request === undefined || resolution === undefined) return requests.decide(subject, 'approved', by)
    if (request.requestedById === by.staff.id) return 'own_request'
    const { subject: reference, amount } = request
    return ofReview[(await reviews.resolve(reference, { resolution, amount, request, ...by })).outcome]
  }

  #actsOnPayments() {
    const { payments, reviews, corrections, requests } = this.#options
    const resolve =
      (act: keyof typeof resolutionOfAct): Execute =>
      async ({ subject }, by) =>
        ofReview[(await reviews.resolve(subject, { resolution: resolutionOfAct[act], ...by })).outcome]

    return {
      ask_again: ({ subject }: ActRequest, by: ActedBy) => payments.checkSoon(subject, by),
      send_receipt: ({ subject }: ActRequest, by: ActedBy) => payments.sendReceipt(subject, by),
      resolve_unpaid: resolve('resolve_unpaid'),
      resolve_delivered: resolve('resolve_delivered'),
      resolve_closed: resolve('resolve_closed'),
      move_number: async ({ subject: reference }: ActRequest, by: ActedBy) =>
        toActResult(await corrections.decide({ reference, decision: { state: 'moved' }, ...by })),
      refuse_move: async ({ subject: reference, input }: ActRequest, by: ActedBy) => {
        const refusal = correctionRefusals.find((one) => one === input.refusal)
        if (refusal === undefined) return 'incomplete'
        return toActResult(await corrections.decide({ reference, decision: { state: 'refused', refusal }, ...by }))
      },
      approve: (request: ActRequest, by: ActedBy) => this.#approve(request, by),
      decline: ({ subject }: ActRequest, by: ActedBy) => requests.decide(subject, 'declined', by),
    } satisfies Partial<Record<Act, Execute>>
  }

  #otherActs() {
    const { submissions, coverage, leads, switches, log, incidents, newId } = this.#options
    const switchedBy = ({ who, why, staff }: ActedBy) => ({ who, reason: why === '' ? staff.reason : why, staff })
    const recorded = (action: string, { subject }: ActRequest, by: ActedBy) => log.record({ action, subject, ...by })

    return {
      reveal: async (request: ActRequest, by: ActedBy) => {
        await recorded('numbers show', request, by)
        return 'done'
      },
      finish_message: async ({ subject: reference }: ActRequest, by: ActedBy) =>
        toActResult(await submissions.done({ reference, ...by })),
      close_coverage: async ({ subject: id, input }: ActRequest, by: ActedBy) => {
        // Reports that came in after the person had looked wait again.
        const seenAt = Number(input.seen)
        return Number.isSafeInteger(seenAt) && seenAt > 0
          ? toActResult(await coverage.close({ id, seenAt, ...by }))
          : 'incomplete'
      },
      retry_lead: async ({ subject: reference }: ActRequest, by: ActedBy) =>
        ofLead[await leads.retry({ reference, ...by })],
      close_lead: async ({ subject: reference }: ActRequest, by: ActedBy) =>
        ofLead[await leads.close({ reference, ...by })],
      switch_off: async ({ subject }: ActRequest, by: ActedBy) => {
        await switches.disable(subject, switchedBy(by))
        return 'done'
      },
      switch_on: async ({ subject }: ActRequest, by: ActedBy) => {
        await switches.enable(subject, switchedBy(by))
        return 'done'
      },
      show_incident: async ({ input }: ActRequest, by: ActedBy) => {
        const texts = Object.fromEntries(Object.entries(input).filter(([, text]) => text.trim() !== ''))
        if (Object.keys(texts).length === 0) return 'incomplete'
        await incidents.show({ id: newId(), texts }, by)
        return 'done'
      },
      withdraw_incident: async ({ subject }: ActRequest, by: ActedBy) =>
        toActResult(await incidents.withdraw(subject, by)),
      erase_note: async (request: ActRequest, by: ActedBy) => {
        if (!(await log.eraseNote(Number(request.subject)))) return 'overtaken'
        await recorded('note erase', request, by)
        return 'done'
      },
    } satisfies Partial<Record<Act, Execute>>
  }

  #actsOfFinance() {
    const { cases, closing, log } = this.#options
    const moveTo =
      (to: CaseState): Execute =>
      async ({ subject, input }, by) => {
        // The case must be in the state that the person saw: what a colleague did meanwhile is not overwritten.
        const from = caseStates.find((one) => one === input.from)
        return from === undefined ? 'incomplete' : toActResult(await cases.move(Number(subject), { from, to }, by))
      }

    return {
      explain_case: moveTo('explained'),
      close_case: moveTo('closed'),
      reopen_case: moveTo('open'),
      close_day: async ({ subject }: ActRequest, by: ActedBy) => {
        if (!(await closing.closeDay(subject))) return 'overtaken'
        await log.record({ action: 'day close', subject, ...by })
        return 'done'
      },
    } satisfies Partial<Record<Act, Execute>>
  }
}
