// @ts-nocheck
import type { IconName } from './icon.tsx'

/** What a message means. Each tone has a colour and a sign; the words are the caller's. */
export type Tone = 'info' | 'ok' | 'wait' | 'bad'

export const toneIcons = { info: 'info', ok: 'tick', wait: 'clock', bad: 'warn' } as const satisfies Record<
  Tone,
  IconName
>
