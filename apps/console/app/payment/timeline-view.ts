import type { HistoricAttempt, PaymentHistory } from '@nyanja/back-office/operations/reviews'
import type { PaymentComponent } from '@nyanja/domain/payments/payment-states'
import { fill } from '@nyanja/domain/texts/fill'
import type { Clock } from '@nyanja/web/format/clock'
import type { Texts } from '../texts.ts'
import { textOf } from '../ui/text-of.ts'

/** The actor is a component of the payment, a message to the customer, or staff. */
export type EntryKind = PaymentComponent | 'message' | 'staff'

export interface TimelineEntry {
  readonly at: number
  /** The time as `14:05:12`, under the heading of its day. */
  readonly time: string
  readonly kind: EntryKind
  readonly text: string
  /** The answer of the provider or the BSS, or the reason that staff gave. */
  readonly detail: string
  /** The attempt that it belongs to, where the order has several. */
  readonly attempt: string | undefined
}

type Untimed = Omit<TimelineEntry, 'time'>

interface TimelineOptions {
  readonly clock: Clock
  readonly texts: Texts
}

/** This entry precedes the first due time. */
const firstStates = ['none', 'asked']

/** Explains a component's transition. A failed try may be due once more. */
export function moveText(moves: Readonly<Record<string, string>>, from: string, to: string): string {
  return textOf(moves, to === 'due' && !firstStates.includes(from) ? 'due_again' : to)
}

function entriesOfAttempt(attempt: HistoricAttempt, { payment }: Texts, name: string | undefined): Untimed[] {
  const method = textOf(payment.methods, attempt.method)
  const moves = attempt.events.map(({ at, component, from, to, detail = '' }): Untimed => {
    const text = fill(moveText(payment.moves[component], from, to), { method })
    return { at, kind: component, text, detail: detail === '' ? '' : textOf(payment.details, detail), attempt: name }
  })
  const messages = attempt.messages.map(({ createdAt, channel, kind, state }): Untimed => {
    const text = `${payment.channels[channel]}: ${textOf(payment.messages, kind)}`
    return { at: createdAt, kind: 'message', text, detail: payment.messageStates[state], attempt: name }
  })
  return [...moves, ...messages]
}

function entriesOfStaff({ actions }: PaymentHistory, { payment, acts, shell }: Texts): Untimed[] {
  return actions.map(({ at, who, action, why, role, reason }): Untimed => {
    const name = role === undefined ? who : `${who} (${textOf(shell.roles, role)})`
    const because = [reason && textOf(acts.reasons, reason), why].filter(Boolean).join(' · ')
    return {
      at,
      kind: 'staff',
      text: `${name}: ${textOf(payment.actions, action)}`,
      detail: because,
      attempt: undefined,
    }
  })
}

export interface TimelineDay {
  /** Formats a day as `Fri 27 Nov 2026`. */
  readonly day: string
  readonly entries: readonly TimelineEntry[]
}

/** Everything that happened to the order, newest first, by days of the market. */
export function timelineOf(history: PaymentHistory, { clock, texts }: TimelineOptions): readonly TimelineDay[] {
  const { attempts } = history
  const hasSeveral = attempts.length > 1
  const entries = [
    ...attempts.flatMap((one) => entriesOfAttempt(one, texts, hasSeveral ? one.reference : undefined)),
    ...entriesOfStaff(history, texts),
  ]
  const newestFirst = entries
    .map((entry) => ({ ...entry, time: clock.seconds(entry.at) }))
    .reverse()
    .sort((left, right) => right.at - left.at)
  return [...Map.groupBy(newestFirst, ({ at }) => clock.calendarDay(at))].map(([day, ofDay]) => ({
    day,
    entries: ofDay,
  }))
}
