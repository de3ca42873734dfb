import { isLeadOver } from '@nyanja/domain/leads/lead-states'
import type { Money } from '@nyanja/domain/money/money'
import { computeAnswerDeadline } from '@nyanja/domain/payments/correction'
import { policyOf } from '@nyanja/domain/staff/acts'
import { isPermitted, type Staff } from '@nyanja/domain/staff/roles'
import { type WorkQueue, workQueues } from '@nyanja/domain/staff/work-queues'
import { hour } from '@nyanja/domain/time'
import type { CorrectionQueue } from './corrections.ts'
import type { LeadList, ListedLead } from './leads.ts'
import type { PaymentFinder } from './payment-finder.ts'
import type { Reviews } from './reviews.ts'
import type { StaffRequestStore } from './staff-requests.ts'
import type { TakenWork, TakenWorkStore } from './taken-work.ts'
import type { CoverageReportList, SubmissionList } from './visitor-reports.ts'

/** An item waits for a person in one of the queues. Times are epoch milliseconds. */
export interface QueueItem {
  /** The subject, unique in its queue; the item is taken by it. */
  readonly subject: string
  /** The reference of the payment, the message or the lead. */
  readonly reference: string
  readonly since: number
  /** Codes of the queue by which it can be filtered: reasons, methods, forms, states. */
  readonly kinds: readonly string[]
  readonly amount?: Money
  /** The time by which the customer must have an answer. */
  readonly answerBy?: number
  /** The name that is shown in place of a reference. */
  readonly name?: string
  /** The codes and names that describe the item, none of them personal. */
  readonly about: readonly string[]
  /** The person who made the request, in the queue of requests. */
  readonly requestedBy?: { readonly id: string; readonly name: string }
}

export interface OwnedItem extends QueueItem {
  readonly owner?: Pick<TakenWork, 'staffId' | 'staffName' | 'at'>
}

export interface QueueSummary {
  readonly queue: WorkQueue
  readonly count: number
  readonly isCut: boolean
  readonly oldestSince: number | undefined
  readonly own: number
  readonly free: number
}

interface WorkQueuesOptions {
  readonly reviews: Reviews
  readonly corrections: CorrectionQueue
  readonly finder: PaymentFinder
  readonly requests: StaffRequestStore
  readonly submissions: SubmissionList
  readonly leads: LeadList
  readonly coverage: Pick<CoverageReportList, 'complaints'>
  readonly takenWork: TakenWorkStore
  readonly now: () => number
}

export const mostListed = 500

/** The time for which the portal submits a lead again by itself. */
const leadWaitsMs = hour

export class WorkQueues {
  readonly #options: WorkQueuesOptions
  readonly #read: Readonly<Record<WorkQueue, (staff: Staff) => Promise<readonly QueueItem[]>>>

  constructor(options: WorkQueuesOptions) {
    const { reviews, corrections, finder, requests, submissions, leads, coverage, now } = options
    this.#options = options
    this.#read = {
      reviews: async () =>
        (await reviews.list()).map(({ reference, since, reasons, amount, method }) => ({
          ...{ subject: reference, reference, since, kinds: reasons, amount, about: [method] },
        })),
      corrections: async () =>
        (await corrections.open(mostListed)).map(({ reference, askedAt, method, amount, product }) => ({
          ...{ subject: reference, reference, since: askedAt, kinds: [method], amount, about: [product] },
          answerBy: computeAnswerDeadline(askedAt),
        })),
      undelivered: async () =>
        (await finder.undelivered()).map(({ reference, createdAt, method, amount, product }) => ({
          ...{ subject: reference, reference, since: createdAt, kinds: [method], amount, about: [product] },
        })),
      requests: async ({ roles }) =>
        (await requests.open(mostListed))
          .filter(({ act }) => isPermitted(roles, policyOf(act).permission))
          .map(({ id, subject, act, reason, amount, requestedAt, requestedById, requestedBy }) => ({
            ...{ subject: id, reference: subject, since: requestedAt, kinds: [act], about: [reason] },
            ...(amount && { amount }),
            requestedBy: { id: requestedById, name: requestedBy },
          })),
      messages: async () =>
        (await submissions.open(mostListed)).map(({ reference, at, form, channel, language }) => ({
          ...{ subject: reference, reference, since: at, kinds: [form], about: [channel, language] },
        })),
      leads: async () =>
        (await leads.open(mostListed))
          .filter((lead) => needsDecision(lead, now()))
          .map(({ reference, stageAt, submission, plan, town }) => ({
            ...{ subject: reference, reference, since: stageAt, kinds: [submission], about: [plan, town] },
          })),
      coverage: async () =>
        (await coverage.complaints(mostListed)).map(({ id, place, technology, problem, reports, firstAt }) => ({
          ...{ subject: id, reference: id, name: place, since: firstAt, kinds: [problem] },
          about: [technology.toUpperCase(), `${reports} ×`],
        })),
    }
  }

  /** Lists the oldest items first, and only requests for acts that the person may request too. */
  async list(queue: WorkQueue, staff: Staff): Promise<readonly OwnedItem[]> {
    const [items, taken] = await Promise.all([this.#read[queue](staff), this.#options.takenWork.of(queue)])
    const ownerOf = new Map(taken.map((work) => [work.subject, work]))
    return items
      .map((item) => {
        const owner = ownerOf.get(item.subject)
        return owner === undefined ? item : { ...item, owner }
      })
      .sort((left, right) => left.since - right.since)
  }

  summaries(staff: Staff): Promise<readonly QueueSummary[]> {
    return Promise.all(
      workQueues.map(async (queue) => {
        const items = await this.list(queue, staff)
        return {
          ...{ queue, count: items.length, isCut: items.length >= mostListed, oldestSince: items[0]?.since },
          own: items.filter(({ owner }) => owner?.staffId === staff.id).length,
          free: items.filter(({ owner }) => owner === undefined).length,
        }
      }),
    )
  }

  /** With `overtaken` a colleague has the item, with `unknown` it no longer waits. */
  async take(queue: WorkQueue, subject: string, staff: Staff): Promise<'done' | 'overtaken' | 'unknown'> {
    const items = await this.#read[queue](staff)
    if (items.every((item) => item.subject !== subject)) return 'unknown'
    const { takenWork, now } = this.#options
    const isTaken = await takenWork.take(queue, { subject, staffId: staff.id, staffName: staff.name, at: now() })
    return isTaken ? 'done' : 'overtaken'
  }

  release(queue: WorkQueue, subject: string, { id }: Staff): Promise<void> {
    return this.#options.takenWork.release(queue, subject, id)
  }
}

/** Tells whether the BSS refuses a lead, or has not accepted it for too long. */
function needsDecision({ submission, stage, stageAt }: ListedLead, now: number): boolean {
  if (submission === 'submitted' || stage === 'interested' || isLeadOver(stage)) return false
  return submission === 'refused' || now - stageAt > leadWaitsMs
}
