import { groupWhileTyping, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readLeadReference } from '@nyanja/domain/numbers/reference'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { TrackRequester, TrackResult } from '@nyanja/server/leads/tracking'
import type { PlanPayment } from '@nyanja/server/payments/plans'
import type { Portal } from '../../../server/portal.ts'
import { fieldRules } from '../../number/field-rules.ts'
import { hrefsAt } from '../../order/order-page.ts'
import { languageOf } from '../../page-language.ts'

export type TrackTexts = ContentPackages['lead-status-translation']

const referenceExample = 'HB-7K4P-29XD'

export function trackTexts({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL): TrackTexts {
  return content.page('lead-status-translation', languageOf(url, market))
}

/** Everything that does not depend on the typed values. */
export function trackPage(portal: Portal, url: URL) {
  const { market, content } = portal
  const { summaryOne, summaryMany } = content.page('errors-translation', languageOf(url, market))
  return {
    ...trackTexts(portal, url),
    summaryOne,
    summaryMany,
    referenceExample: fill(trackTexts(portal, url).referenceShape, { example: referenceExample }),
    here: hrefsAt(url).trackLead(),
    ...numberTexts(portal, url),
  }
}

export type TrackPage = ReturnType<typeof trackPage>

/** The field requests a number, with the text where that requires a challenge. */
function numberTexts(portal: Portal, url: URL) {
  const { phoneLabel, phoneHint, challengeHeading, challengeText, challengeWait, challengeWorking } = trackTexts(
    portal,
    url,
  )
  return {
    prefix: `+${portal.market.numbers.countryCode}`,
    rules: fieldRules(portal, url),
    phoneLabel,
    phoneHint: fill(phoneHint, { example: exampleNumber(portal) }),
    ...{ challengeHeading, challengeText, challengeWait, challengeWorking },
  }
}

/**
 * The text is for an order that is still to be paid. A payment that was begun may have been left: no payer has to wait
 * for its end.
 */
export function payTexts(portal: Portal, url: URL, { state }: PlanPayment) {
  const { payHeading, payText, payBegunHeading, payBegunText, pay } = trackTexts(portal, url)
  const orderTexts =
    state === 'being_paid' ? { heading: payBegunHeading, text: payBegunText } : { heading: payHeading, text: payText }
  return { ...orderTexts, pay, ...numberTexts(portal, url) }
}

export type PayTexts = ReturnType<typeof payTexts>

const exampleNumber = ({ market: { numbers } }: Pick<Portal, 'market'>) => groupWhileTyping(numbers.example, numbers)

/** A wrong reference and the number of another customer get the same answer. */
export function trackProblem(portal: Portal, url: URL, problem: TrackProblem): { field: string; text: string } {
  const texts = trackTexts(portal, url)
  const { serviceSilent } = portal.content.page('errors-translation', languageOf(url, portal.market))
  const messages = {
    reference_missing: { field: 'reference', text: texts.referenceMissing },
    reference_shape: { field: 'reference', text: fill(texts.referenceShape, { example: referenceExample }) },
    number_missing: { field: 'msisdn', text: texts.numberMissing },
    number_wrong: { field: 'msisdn', text: fill(texts.numberWrong, { example: exampleNumber(portal) }) },
    number_differs: { field: 'msisdn', text: texts.numberDiffers },
    not_found: { field: 'reference', text: texts.notFound },
    bss_unavailable: { field: 'reference', text: serviceSilent },
  } as const satisfies Record<TrackProblem, { field: string; text: string }>
  return messages[problem]
}

export type TrackProblem =
  | 'reference_missing'
  | 'reference_shape'
  | 'number_missing'
  | 'number_wrong'
  | 'not_found'
  | 'number_differs'
  | 'bss_unavailable'

type TrackStep =
  | Extract<TrackResult, { outcome: 'found' | 'challenge' }>
  | { readonly outcome: 'problems'; readonly problems: readonly TrackProblem[] }

export interface TrackTyped {
  readonly reference: string
  readonly msisdn: string
}

/** Finds the order that both identify together. */
export async function trackStep(
  { market, tracking }: Pick<Portal, 'market' | 'tracking'>,
  typed: TrackTyped,
  requester: TrackRequester,
): Promise<TrackStep> {
  const number = parseMsisdn(typed.msisdn, market.numbers)
  const problems = [...referenceProblems(typed.reference), ...numberProblems(number.outcome)]
  if (number.outcome !== 'valid' || problems.length > 0) return { outcome: 'problems', problems }
  const query = { reference: typed.reference, msisdn: number.msisdn }
  const found = await tracking.find(query, requester).catch(() => undefined)
  if (found === undefined) return { outcome: 'problems', problems: ['bss_unavailable'] }
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
