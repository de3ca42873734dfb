import type { HistoricAttempt } from '@nyanja/back-office/operations/reviews'
import type { SystemCall } from '@nyanja/server/common/system-calls'
import type { Clock } from '@nyanja/web/format/clock'
import type { Texts } from '../texts.ts'
import { textOf } from '../ui/text-of.ts'
import { moveText } from './timeline-view.ts'

interface CallsOptions {
  readonly clock: Clock
  readonly texts: Texts
}

/** Summarises answers as `verifyToken · HTTP 200 · 000`. */
const codesOf = ({ operation, status, code }: SystemCall) =>
  [operation, ...(status === undefined ? [] : [`HTTP ${status}`]), ...(code === undefined ? [] : [code])].join(' · ')

/** The calls to the provider and the BSS with their answers, oldest first. */
export function callsOf(attempt: HistoricAttempt, { clock, texts: { payment } }: CallsOptions) {
  const { calls } = payment
  const idOf = (component: keyof typeof calls.requested) =>
    (component === 'credit' || component === 'takeback' ? attempt[component]?.id : undefined) ?? attempt.id
  // The heading above has the day on which the attempt began.
  const ownDay = clock.shortDay(attempt.createdAt)
  const timeOf = (at: number) => [clock.shortDay(at), clock.seconds(at)].filter((part) => part !== ownDay).join(', ')
  const decided = attempt.events.flatMap(({ at, component, from, to, call }) =>
    call === undefined
      ? []
      : [
          {
            at,
            time: timeOf(at),
            system: textOf(calls.systems, call.system),
            requested: textOf(calls.requested[component], from),
            id: idOf(component),
            answer:
              call.outcome === 'not_sent' ? calls.outcomes.not_sent : moveText(payment.moves[component], from, to),
            codes: codesOf(call),
          },
        ],
  )
  const undecided = attempt.lastCalls.map(({ component, at, call }) => ({
    at: at ?? Number.MAX_SAFE_INTEGER,
    time: at === undefined ? calls.last : timeOf(at),
    system: textOf(calls.systems, call.system),
    requested: textOf(calls.requested[component], 'again'),
    id: idOf(component),
    answer: textOf(calls.outcomes, call.outcome),
    codes: codesOf(call),
  }))
  return [...decided, ...undecided]
    .sort((left, right) => left.at - right.at)
    .map(({ at: _, ...call }, row) => ({ row, ...call }))
}

export type CallRow = ReturnType<typeof callsOf>[number]
