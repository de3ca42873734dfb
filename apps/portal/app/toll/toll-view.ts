import { saidIn } from '../format/said-in.ts'
import type { TollView } from './toll-note.tsx'

interface Demand {
  readonly puzzle: unknown
  readonly ticket: string
  readonly waitSeconds: number
}

export const tollView = (demand: Demand): TollView => ({ ...demand, puzzle: JSON.stringify(demand.puzzle) })

/** What a form brings of whoever was asked to work or to wait. */
export function tollPaidIn(form: FormData) {
  return { solution: saidIn(form, 'solution') || undefined, ticket: saidIn(form, 'ticket') || undefined }
}
