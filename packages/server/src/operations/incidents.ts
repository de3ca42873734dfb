import type { ActedBy } from './payment-acts.ts'

/** A message on every page. Times are epoch milliseconds. */
export interface Incident {
  readonly id: string
  /** By language; a language that lacks it shows the default language's. */
  readonly texts: Readonly<Record<string, string>>
  readonly shownAt: number
  readonly shownBy: string
}

export interface IncidentStore {
  current(): Promise<Incident | undefined>
  /** Replaces the one that is shown. */
  show(incident: Omit<Incident, 'shownAt' | 'shownBy'>, by: ActedBy): Promise<void>
  /** False when it is not shown any more. */
  hide(id: string, by: ActedBy): Promise<boolean>
}
