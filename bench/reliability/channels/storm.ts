import type { Fault } from '../../environment/sandbox-control.ts'

const providers = ['money', 'dpo', 'bss'] as const

/** Each strikes a call in fifty, before or after it had its effect. */
const kinds = [
  'hang_before',
  'hang_after',
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  'html_before',
  'garbage_after',
] as const

const shareOfCalls = 0.02
const hangMs = 1_500

/** Everything that goes wrong at once, at every provider. */
export const storm: readonly Fault[] = providers.flatMap((provider) => [
  ...kinds.map((kind) => ({ provider, kind, probability: shareOfCalls, delayMs: hangMs })),
  { provider, kind: 'callback_drop', probability: 0.3 },
  { provider, kind: 'callback_duplicate', copies: 10, probability: 0.5 },
])
