import type { Answers, FormRules } from '@nyanja/domain/forms/form-rules'
import { searchable } from '@nyanja/domain/places/name-search'
import type { Challenged } from '@nyanja/domain/rate-limits/rate-limit'
import type { Draft, DraftDetails, FoundPlace } from '@nyanja/server/leads/draft'
import type { LineRequester } from '@nyanja/server/subscriber/line-lookups'
import type { Portal } from '../../server/portal.ts'

type DetailsStep =
  | { readonly outcome: 'described' | 'changed' | 'unavailable' }
  /** A number that cannot show the operator's SMS. */
  | { readonly outcome: 'no_phone'; readonly isRouter: boolean }
  | Challenged

interface Described {
  readonly draft: Draft
  readonly seen: number
  /** The answers, validated by the rules. */
  readonly answers: Answers
  readonly rules: FormRules
  readonly language: string
  readonly requester: LineRequester
}

/** Stores the customer's details, and geocodes the place once. */
export async function detailsStep(
  portal: Pick<Portal, 'lineLookups' | 'places' | 'drafts' | 'now'>,
  { draft, seen, answers, rules, language, requester }: Described,
): Promise<DetailsStep> {
  const line = await portal.lineLookups
    .forForms(requester)
    .check(answers.contactNumber ?? '')
    .catch(() => undefined)
  if (line === undefined) return { outcome: 'unavailable' }
  if (line.outcome === 'challenge') return line
  if (line.outcome !== 'line') return { outcome: 'no_phone', isRouter: false }
  if (line.isBroadband) return { outcome: 'no_phone', isRouter: true }

  const consent = { at: portal.now(), text: rules.fields.find(({ name }) => name === 'consent')?.label ?? '' }
  const details = detailsIn(answers, { msisdn: line.msisdn, consent })
  const found = await foundPlace(portal, details, { language, clientIp: requester.clientIp })
  const { outcome } = await portal.drafts.describe(draft, seen, { details, ...(found && { found }) })
  return { outcome: outcome === 'changed' ? 'described' : 'changed' }
}

async function foundPlace(
  { places }: Pick<Portal, 'places'>,
  { street1, landmark, city }: DraftDetails,
  { language, clientIp }: { readonly language: string; readonly clientIp: string },
): Promise<FoundPlace | undefined> {
  const located = await places.addresses.locate({ street1, landmark, city }, language, clientIp)
  if (located.outcome === 'not_located') return undefined
  const { label, lat, lng, precision, credit } = located
  return { label, lat, lng, precision, credit }
}

/** The form's own field names for our terms. */
function detailsIn(answers: Answers, known: Pick<DraftDetails, 'msisdn' | 'consent'>): DraftDetails {
  const { fullName = '', email = '', city = '', installationAddress = '', landmark = '' } = answers
  return {
    ...known,
    fullName,
    city,
    street1: installationAddress,
    ...(email !== '' && { email }),
    ...(landmark !== '' && { landmark }),
  }
}

export function answersOf({ fullName, msisdn, email = '', city, street1, landmark = '' }: DraftDetails): Answers {
  return { fullName, contactNumber: msisdn, email, city, installationAddress: street1, landmark, consent: 'on' }
}

/** Each word has a space around it; adjacent letters and figures are two words. */
const textsOf = (text: string) => ` ${searchable(text).replaceAll(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')} `

/** The part of a town that comes first in the typed description. */
export function findTownPart(text: string, parts: readonly string[]): string | undefined {
  const written = textsOf(text)
  const [first] = parts
    .map((part) => ({ part, at: written.indexOf(textsOf(part)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at || other.part.length - one.part.length)
  return first?.part
}
