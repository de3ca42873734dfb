import type { IconName } from '../ui/icon.tsx'
import type { ProgressMarkLevel } from '../ui/page-hero.tsx'
import type { Tone } from '../ui/tone.ts'
import type { PaymentTexts } from './order-facts.ts'
import type { PaymentView } from './payment-view.ts'

export interface Look {
  readonly tag: Extract<keyof PaymentTexts, `tag${string}`>
  readonly tone: Exclude<Tone, 'info'>
  readonly progressMark: ProgressMarkLevel
  readonly progressMarkIcon?: IconName
  readonly isNight?: true
  /** The ring shows where the sun will stand again: money on its way back. */
  readonly hasRing?: true
  /** What to know before doing anything: not to pay again, that a new try is safe, where the prompt is, what to do if it is not there. */
  readonly advice?: 'wait' | 'retry' | 'not_there' | 'on_phone'
}

const processing = { tag: 'tagProcessing', tone: 'wait', progressMark: 60, advice: 'wait' } as const
const unsuccessful = { tag: 'tagFailed', tone: 'bad', progressMark: 20, isNight: true } as const
const nothingTaken = { ...unsuccessful, advice: 'retry' } as const
const comingBack = { ...unsuccessful, hasRing: true } as const

export const looks: Readonly<Record<PaymentView, Look>> = {
  registered: { tag: 'tagProcessing', tone: 'wait', progressMark: 34 },
  at_page: { tag: 'tagProcessing', tone: 'wait', progressMark: 45 },
  approving: { tag: 'tagProcessing', tone: 'wait', progressMark: 45, advice: 'on_phone' },
  approval_over: processing,
  checking: processing,
  delivering: { ...processing, progressMark: 80 },
  late: { ...processing, progressMark: 80 },
  unsure: { ...processing, progressMark: 80 },
  done: { tag: 'tagSuccessful', tone: 'ok', progressMark: 'risen', progressMarkIcon: 'tick', advice: 'not_there' },
  refused: nothingTaken,
  cancelled: nothingTaken,
  expired: nothingTaken,
  refund_due: comingBack,
  refunding: comingBack,
  by_hand: comingBack,
  refunded: { tag: 'tagRefunded', tone: 'ok', progressMark: 'risen', progressMarkIcon: 'return' },
  review: { ...processing, advice: undefined },
}
