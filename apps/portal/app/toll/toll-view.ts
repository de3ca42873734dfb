import type { Portal } from '../../server/portal.ts'
import { saidIn } from '../format/said-in.ts'
import { languageOf } from '../visitor-language.ts'
import type { TollNoteProps, TollView } from './toll-note.tsx'

interface Demand {
  readonly puzzle: unknown
  readonly ticket: string
  readonly waitSeconds: number
}

export const tollView = (demand: Demand): TollView => ({ ...demand, puzzle: JSON.stringify(demand.puzzle) })

/** On pages that look numbers up. */
export function numberToll(
  { market, content }: Pick<Portal, 'market' | 'content'>,
  url: URL,
  demand: Demand,
): TollNoteProps {
  const { tollHeading, tollText, tollWait, tollWorking } = content.page('errors-translation', languageOf(url, market))
  return { page: { tollHeading, tollText, tollWait, tollWorking }, toll: tollView(demand) }
}

/** What a form brings of whoever was asked to work or to wait. */
export function tollPaidIn(form: FormData) {
  return { solution: saidIn(form, 'solution') || undefined, ticket: saidIn(form, 'ticket') || undefined }
}
