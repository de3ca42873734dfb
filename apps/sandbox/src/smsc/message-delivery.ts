import type { FaultKind } from '../core/faults.ts'
import type { World } from '../core/simulator.ts'
import type { Inbox, Message } from './inbox.ts'
import type { Answer } from './injected-faults.ts'
import { type Part, partOf } from './parts.ts'
import { cString, status } from './pdu.ts'
import { encodeReport, type FinalState, isReportWanted, type ReportIds, type Reports } from './reports.ts'
import { expiryOf, readSubmission, refusalOf, type Submission, type Timers } from './submission.ts'

const handsetFaults = ['delay', 'hang_before', 'error_before'] as const satisfies readonly FaultKind[]
/** The longest delay of the platform's timers. */
const longestMs = 2 ** 31 - 1

/** The destination and time of a message; `hang_before` is a handset that stays switched off. */
function fateOf(world: World, leftMs: number): { state: FinalState; waitMs: number } {
  const fault = world.faults.take('smsc', 'handset', handsetFaults)
  if (fault?.kind === 'error_before') return { state: 'UNDELIV', waitMs: 0 }
  const waitMs = fault?.kind === 'hang_before' ? Number.POSITIVE_INFINITY : (fault?.delayMs ?? 0)
  return waitMs < leftMs ? { state: 'DELIVRD', waitMs } : { state: 'EXPIRED', waitMs: Math.min(leftMs, longestMs) }
}

/** Delivers a message to its handset and reports the outcome. */
function reachHandset(
  world: World,
  timers: Timers,
  { expiry, done }: { expiry: Date; done: (state: FinalState) => void },
): void {
  const { state, waitMs } = fateOf(world, Math.max(expiry.getTime() - world.now().getTime(), 0))
  if (waitMs === 0) done(state)
  else timers.later(waitMs, () => done(state))
}

/** Ids are far from small numbers, so that a mix-up of hex and decimal cannot succeed by luck. */
const firstId = 0xa0000001

export interface MessageDeliveryOptions {
  readonly world: World
  readonly timers: Timers
  readonly inbox: Inbox
  readonly reports: Reports
  readonly countryCode: string
  readonly reportIds: ReportIds
}

/** Accepts messages and processes each of them until it is delivered or ends. */
export class MessageDelivery {
  readonly #options: MessageDeliveryOptions
  nextId = firstId

  constructor(options: MessageDeliveryOptions) {
    this.#options = options
  }

  submit(body: Buffer): Answer {
    const { world, countryCode } = this.#options
    const submission = readSubmission(body)
    const refusal = refusalOf(submission, world.now(), countryCode)
    if (refusal !== undefined) return { status: refusal }
    const id = this.#takeId()
    this.#carry(id, submission)
    return { status: status.ok, body: cString(id) }
  }

  /** Delivers a message from inside the network, without SMPP. */
  send({ from, to, text }: Pick<Message, 'from' | 'to' | 'text'>): void {
    this.#show({ id: this.#takeId(), from, to }, { text })
  }

  #takeId(): string {
    return (this.nextId++).toString(16).toUpperCase()
  }

  #carry(id: string, submission: Submission): void {
    const { world, timers } = this.#options
    const submittedAt = world.now()
    const part = partOf(submission)
    const { source, destination, validity } = submission
    const done = (state: FinalState): void => {
      if (state === 'DELIVRD') this.#show({ id, from: source.digits, to: destination.digits }, part)
      this.#report(submission, state, { id, text: part.text, submittedAt })
    }
    reachHandset(world, timers, { expiry: expiryOf(validity, submittedAt) ?? submittedAt, done })
  }

  #show(message: Pick<Message, 'id' | 'from' | 'to'>, part: Part): void {
    const { inbox, world } = this.#options
    inbox.receive({ ...message, at: world.now().toISOString() }, part)
    world.changed()
  }

  #report(
    { source, destination, registeredDelivery }: Submission,
    state: FinalState,
    sent: { id: string; text: string; submittedAt: Date },
  ): void {
    const { reports, reportIds, world } = this.#options
    if (!isReportWanted(registeredDelivery, state)) return
    const body = encodeReport({ ...sent, state, source, destination, doneAt: world.now() }, reportIds)
    // The answer goes first: a report that overtakes it names a message that the sender does not know yet.
    setImmediate(() => reports.send(body))
  }
}
