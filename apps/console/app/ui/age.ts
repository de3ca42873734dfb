import { fill } from '@nyanja/domain/texts/fill'
import { day, hour, minute } from '@nyanja/domain/time'
import type { Texts } from '../texts.ts'
import type { Tone } from './tag.tsx'

/** Formats how long something has waited: `12 min`, `5 h`, `3 d`. */
export function ageText(ms: number, { shell: { ages } }: Texts): string {
  if (ms < 90 * minute) return fill(ages.minutes, { count: Math.max(0, Math.floor(ms / minute)) })
  if (ms < 2 * day) return fill(ages.hours, { count: Math.floor(ms / hour) })
  return fill(ages.days, { count: Math.floor(ms / day) })
}

/** Work that is a day old is late, and work of four hours will be soon. */
export function toneOfAge(ms: number): Tone {
  if (ms >= day) return 'bad'
  return ms >= 4 * hour ? 'wait' : 'info'
}
