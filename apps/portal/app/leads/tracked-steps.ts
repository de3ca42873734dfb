import { isLeadOver, type LeadStage } from '@nyanja/domain/leads/lead-states'
import { fill } from '@nyanja/domain/texts/fill'
import type { TrackedLead } from '@nyanja/server/leads/tracking'
import type { ComponentState, TimelineStep } from '../ui/step-timeline.tsx'
import type { TrackTexts } from './track-texts.ts'

interface WayStep {
  readonly stage: LeadStage
  /** Said of it before it is reached. */
  readonly next?: keyof TrackTexts
}

/** The way of an order that nothing stops. */
const way: readonly WayStep[] = [
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

export interface StepWords {
  readonly texts: TrackTexts
  readonly titleOf: (stage: LeadStage) => string
  readonly time: (at: number) => string
  readonly day: (at: number) => string
}

/** What was, what is now, and what follows. A stage that came again stands where it came last. */
export function trackedSteps(lead: TrackedLead, words: StepWords): TimelineStep[] {
  const { steps, stage } = lead
  const last = steps.filter((step, at) => steps.findLastIndex((other) => other.stage === step.stage) === at)
  const shown = last.map((step): TimelineStep => {
    const isNow = step.stage === stage && !lead.isReached
    return {
      state: isNow ? (ends[stage] ?? 'now') : 'done',
      title: words.titleOf(step.stage),
      time: words.time(step.at),
      dateTime: new Date(step.at).toISOString(),
      ...(isNow && { text: nowText(lead, words) }),
    }
  })
  const reached: readonly TimelineStep[] = lead.isReached ? [{ state: 'now', title: words.texts.reachedTitle }] : []
  return [...shown, ...reached, ...nextSteps(lead, words)]
}

/** The day, or why it has to wait. */
function nowText({ stage, scheduledFor, reason }: TrackedLead, { texts, day }: StepWords): string | undefined {
  if (stage === 'scheduled' && scheduledFor !== undefined) return fill(texts.scheduledOn, { day: day(scheduledFor) })
  return reason === undefined ? undefined : fill(texts.reason, { reason })
}

function nextSteps({ stage, steps }: TrackedLead, { texts }: StepWords): TimelineStep[] {
  if (isLeadOver(stage) || stage === 'interested') return []
  const reached = way.findLastIndex((one) => steps.some((step) => step.stage === one.stage))
  return way
    .slice(reached + 1)
    .flatMap(({ next }) => (next === undefined ? [] : [{ state: 'next' as const, title: texts[next] }]))
}
