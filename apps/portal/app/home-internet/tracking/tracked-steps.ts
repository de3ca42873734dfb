import { isLeadOver, isLeadUndeliverable, type LeadStage } from '@nyanja/domain/leads/lead-states'
import { displayMoney } from '@nyanja/domain/money/money'
import { computeDeadlines } from '@nyanja/domain/payments/payment-deadlines'
import type { UndeliverableMoney } from '@nyanja/domain/payments/payment-status'
import { fill } from '@nyanja/domain/texts/fill'
import type { TrackedLead } from '@nyanja/server/leads/tracking'
import type { PlanMoney } from '@nyanja/server/payments/plans'
import type { Clock } from '@nyanja/web/format/clock'
import type { Portal } from '../../../server/portal.ts'
import { unbroken } from '../../format/text.ts'
import type { Tone } from '../../ui/notes.tsx'
import type { ComponentState, TimelineStep } from '../../ui/step-timeline.tsx'
import type { TrackTexts } from './track-texts.ts'

interface UsualStep {
  readonly stage: LeadStage
  /** The text before the step is reached. */
  readonly next?: keyof TrackTexts
}

/** The steps of an order that nothing stops. */
const usualSteps: readonly UsualStep[] = [
  { stage: 'received' },
  { stage: 'checked', next: 'nextChecked' },
  { stage: 'scheduled', next: 'nextScheduled' },
  { stage: 'installed', next: 'nextInstalled' },
]

const ends: Readonly<Partial<Record<LeadStage, ComponentState>>> = {
  installed: 'done',
  refused: 'failed',
  cancelled: 'failed',
}

interface StepTexts {
  readonly texts: TrackTexts
  readonly titleOf: (stage: LeadStage) => string
  readonly time: (at: number) => string
  readonly day: (at: number) => string
}

/** Lists past, present and next steps. A stage that was repeated is at its last position. */
export function trackedSteps(lead: TrackedLead, copy: StepTexts): TimelineStep[] {
  const { steps, stage } = lead
  const last = steps.filter((step, at) => steps.findLastIndex((other) => other.stage === step.stage) === at)
  const shown = last.map((step): TimelineStep => {
    const isNow = step.stage === stage && !lead.isReached
    return {
      state: isNow ? (ends[stage] ?? 'now') : 'done',
      title: copy.titleOf(step.stage),
      time: copy.time(step.at),
      dateTime: new Date(step.at).toISOString(),
      ...(isNow && { text: nowText(lead, copy) }),
    }
  })
  const reached: readonly TimelineStep[] = lead.isReached ? [{ state: 'now', title: copy.texts.reachedTitle }] : []
  return [...shown, ...reached, ...nextSteps(lead, copy)]
}

/** The day, or why it has to wait. */
function nowText({ stage, scheduledFor, reason }: TrackedLead, { texts, day }: StepTexts): string | undefined {
  if (stage === 'scheduled' && scheduledFor !== undefined) return fill(texts.scheduledOn, { day: day(scheduledFor) })
  return reason === undefined ? undefined : fill(texts.reason, { reason })
}

function nextSteps({ stage, steps }: TrackedLead, { texts }: StepTexts): TimelineStep[] {
  if (isLeadOver(stage) || stage === 'interested') return []
  const reached = usualSteps.findLastIndex((one) => steps.some((step) => step.stage === one.stage))
  return usualSteps
    .slice(reached + 1)
    .flatMap(({ next }) => (next === undefined ? [] : [{ state: 'next' as const, title: texts[next] }]))
}

type Where = UndeliverableMoney | 'is_late'

const notes = {
  looked_at: { tone: 'wait', text: 'moneyLookedAt' },
  goes_back: { tone: 'wait', text: 'moneyGoesBack' },
  is_late: { tone: 'wait', text: 'moneyIsLate' },
  by_person: { tone: 'wait', text: 'moneyByPerson' },
  is_back: { tone: 'ok', text: 'moneyIsBack' },
  closed: { tone: 'info', text: 'moneyClosed' },
} as const satisfies Record<Where, { readonly tone: Tone; readonly text: keyof TrackTexts }>

export interface MoneyNote {
  readonly id: string
  readonly tone: Tone
  readonly heading: string
  readonly text: string
}

/**
 * Shows the state of each payment of an undeliverable order. It links to no payment: the holder of an order's link need
 * not be the payer, who has the link of the payment by SMS.
 */
export async function moneyNotes(
  { market, plans, now }: Pick<Portal, 'market' | 'plans' | 'now'>,
  { stage, reference }: TrackedLead,
  { texts, clock }: { readonly texts: TrackTexts; readonly clock: Clock },
): Promise<readonly MoneyNote[]> {
  const paid = isLeadUndeliverable(stage) ? await plans.getUndeliverableMoney(reference) : []
  // The payer recognises the payment by its time.
  const reported = paid.length > 1 ? texts.moneyHeadingAt : texts.moneyHeading
  return paid.map((money, at) => {
    const { tone, text } = notes[whereIs(money, now())]
    return {
      id: `money-${at + 1}`,
      tone,
      heading: fill(reported, { amount: unbroken(displayMoney(money.amount)), time: clock.near(money.paidAt, now()) }),
      text: fill(texts[text], { time: clock.near(backBy(money), now()), number: market.customerCareNumber }),
    }
  })
}

/** A promise that was not kept is not repeated. */
function whereIs(money: PlanMoney, now: number): Where {
  return money.state === 'goes_back' && backBy(money) < now ? 'is_late' : money.state
}

/** Returns when it was refunded, or will be. */
function backBy({ paidAt, begunAt, backAt }: PlanMoney): number {
  return backAt ?? computeDeadlines(paidAt, { begunAt }).refundedBy
}
