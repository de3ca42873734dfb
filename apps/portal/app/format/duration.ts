import { fill } from '@nyanja/domain/texts/fill'

export interface DurationTexts {
  readonly secondOne: string
  readonly seconds: string
  readonly minutes: string
  /** Where something may take so long. */
  readonly hours?: string
}

/** As people say it, and never shorter than it is. */
export function durationText(ms: number, { secondOne, seconds, minutes, hours }: DurationTexts): string {
  const count = Math.max(1, Math.ceil(ms / 1000))
  if (count === 1) return secondOne
  if (count <= 90) return fill(seconds, { count })
  if (hours === undefined || count <= 90 * 60) return fill(minutes, { count: Math.ceil(count / 60) })
  return fill(hours, { count: Math.ceil(count / 3600) })
}
