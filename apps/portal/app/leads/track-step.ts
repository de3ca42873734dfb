import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readLeadReference } from '@nyanja/domain/numbers/reference'
import type { TrackAsking, TrackResult } from '@nyanja/server/leads/tracking'
import type { Portal } from '../../server/portal.ts'

export type TrackProblem =
  | 'reference_missing'
  | 'reference_shape'
  | 'number_missing'
  | 'number_wrong'
  | 'not_found'
  | 'number_differs'
  | 'service_silent'

export type TrackStep =
  | Extract<TrackResult, { outcome: 'found' | 'challenge' }>
  | { readonly outcome: 'problems'; readonly problems: readonly TrackProblem[] }

export interface TrackTyped {
  readonly reference: string
  readonly msisdn: string
}

/** The order that both name together. */
export async function trackStep(
  { market, tracking }: Pick<Portal, 'market' | 'tracking'>,
  typed: TrackTyped,
  asking: TrackAsking,
): Promise<TrackStep> {
  const number = parseMsisdn(typed.msisdn, market.numbers)
  const problems = [...referenceProblems(typed.reference), ...numberProblems(number.outcome)]
  if (number.outcome !== 'valid' || problems.length > 0) return { outcome: 'problems', problems }
  const asked = { reference: typed.reference, msisdn: number.msisdn }
  const found = await tracking.find(asked, asking).catch(() => undefined)
  if (found === undefined) return { outcome: 'problems', problems: ['service_silent'] }
  return found.outcome === 'not_found' ? { outcome: 'problems', problems: ['not_found'] } : found
}

function referenceProblems(typed: string): readonly TrackProblem[] {
  if (typed.trim() === '') return ['reference_missing']
  return readLeadReference(typed) === undefined ? ['reference_shape'] : []
}

function numberProblems(outcome: ReturnType<typeof parseMsisdn>['outcome']): readonly TrackProblem[] {
  if (outcome === 'valid') return []
  return [outcome === 'empty' ? 'number_missing' : 'number_wrong']
}
