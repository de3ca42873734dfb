import type { FaultRequest } from '../core/faults.ts'

/** The outcome of the BSS's next deliveries. */
export interface Outcome {
  readonly operation: 'topup' | 'order' | 'payment'
  readonly outcome: 'failed'
  readonly times: number
}

export interface Preset {
  readonly name: string
  readonly title: string
  readonly effect: string
  readonly faults: readonly FaultRequest[]
  readonly outcomes?: readonly Outcome[]
}

const untilCleared = 1000

const callers = ['money', 'dpo', 'bss'] as const

/** Realistic faults, in plain words. */
export const presets: readonly Preset[] = [
  {
    name: 'prompt-silent',
    title: 'The money prompt never answers',
    effect: 'No prompt reaches the handset and the portal gets no answer.',
    faults: [{ provider: 'money', operation: 'collect', kind: 'hang_before' }],
  },
  {
    name: 'taken-then-silent',
    title: 'The provider takes the money, then goes silent',
    effect: 'The books show the money; enquiries and callbacks say nothing.',
    faults: [
      { provider: 'money', operation: 'enquire', kind: 'hang_after' },
      { provider: 'money', kind: 'callback_drop' },
      { provider: 'dpo', operation: 'verifyToken', kind: 'hang_after' },
      { provider: 'dpo', kind: 'callback_drop' },
    ],
  },
  {
    name: 'delivery-fails',
    title: 'Delivery fails',
    effect: 'The BSS takes every top-up, bundle and bill payment, and then says failed.',
    faults: [],
    outcomes: (['topup', 'order', 'payment'] as const).map((operation) => ({
      operation,
      outcome: 'failed',
      times: untilCleared,
    })),
  },
  {
    name: 'callbacks-lost',
    title: 'Callbacks are lost',
    effect: 'The portal has to ask by itself.',
    faults: callers.map((provider) => ({ provider, kind: 'callback_drop' })),
  },
  {
    name: 'callbacks-many',
    title: 'Callbacks come ten times',
    effect: 'Each of them at once; the money still counts once.',
    faults: callers.map((provider) => ({ provider, kind: 'callback_duplicate', copies: 10 })),
  },
  {
    name: 'sms-silent',
    title: 'Text messages do not arrive',
    effect: 'The SMSC takes them and the handset stays out of reach.',
    faults: [{ provider: 'smsc', operation: 'handset', kind: 'hang_before' }],
  },
]
