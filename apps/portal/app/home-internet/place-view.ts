import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { otpLength } from '@nyanja/domain/otp'
import { fill } from '@nyanja/domain/texts/fill'
import type { Draft } from '@nyanja/server/leads/draft'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../../server/portal.ts'
import { type CodeProblem, waitForCodeText } from '../code/code-step.ts'
import { unbroken } from '../format/text.ts'
import { hasGround, mapView, pickerView } from '../map/map-view.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { findTownPart } from './details-step.ts'
import { type InternetTexts, internetTexts, sentCodeHref, stepsInAll } from './draft-step.ts'
import { type PlaceReading, pinIn } from './pin-step.ts'

interface PlaceForm {
  readonly draft: Draft
  readonly form: FormData
  readonly url: URL
}

/** The place of the installation, by the way in which the visitor gave it. */
export async function placeIn(
  portal: Pick<Portal, 'market' | 'places' | 'content'>,
  { draft, form, url }: PlaceForm,
): Promise<PlaceReading> {
  const { places } = portal
  const { found, details } = draft.answers
  switch (readField(form, 'by')) {
    case 'found': {
      if (found === undefined) return { outcome: 'missing' }
      const { label, lat, lng } = found
      return { outcome: 'place', place: { label, at: { lat, lng, point: 'geocoded' } } }
    }
    case 'pin':
      return pinIn(portal, { form, url, city: details?.city ?? '', start: found ?? portal.market.map.centre })
    case 'named': {
      const named = readField(form, 'named')
      const isKnown = partsOf({ places }, details?.city).includes(named)
      return isKnown
        ? { outcome: 'place', place: { label: `${named}, ${details?.city}`, area: named } }
        : { outcome: 'missing' }
    }
    case 'call':
      return { outcome: 'place', place: { label: internetTexts(portal, url).placeByCall } }
    default:
      return { outcome: 'missing' }
  }
}

/** Lists the parts of a town by their names, where there is no map. */
function partsOf({ places }: Pick<Portal, 'places'>, city: string | undefined): readonly string[] {
  return places.towns().find(({ name }) => name === city)?.aliases ?? []
}

/** The zoom of the specification. */
const placeZoom = 12

/** What the page asks: whether the found place is right, where the place is, or nothing any more. */
export async function placeView(portal: Portal, url: URL, draft: Draft) {
  const { found, place, details } = draft.answers
  const texts = internetTexts(portal, url)
  const to = hrefsAt(url)
  const wantsMap = url.searchParams.has('show')
  const language = languageOf(url, portal.market)
  const number = unbroken(maskMsisdn(details?.msisdn ?? '', portal.market.numbers.countryCode))
  const codeHref = place && (await sentCodeHref(portal, draft, to))
  return {
    texts,
    close: portal.content.page('errors-translation', language).close,
    step: fill(texts.step, { step: 3, steps: stepsInAll }),
    version: draft.version,
    backHref: to.leadDetails({ draft: draft.id }),
    mapHref: to.leadPlace({ draft: draft.id, show: 'map' }),
    written: [details?.street1, details?.landmark, details?.city].filter(Boolean).join(', '),
    codeNext: fill(texts.codeNext, { number }),
    sent: codeHref === undefined ? undefined : sentCode(codeHref),
    asks: wantsMap ? byHand() : (chosen() ?? toConfirm() ?? byHand()),
  }

  /** The same words as on the page of the code. */
  function sentCode(href: string) {
    const { otpText, otpTitle } = portal.content.page('orp-translation', language)
    return { text: fill(otpText, { length: otpLength, number }), enter: otpTitle, href }
  }

  function chosen() {
    return place && ({ kind: 'chosen', label: place.label } as const)
  }

  function toConfirm() {
    if (found === undefined || found.precision === 'town') return undefined
    const { label, lat, lng, credit } = found
    return {
      kind: 'confirm',
      label,
      credit,
      map: mapView(portal, url, { place: { label, lat, lng, zoom: placeZoom } }),
    } as const
  }

  function byHand() {
    const parts = partsOf(portal, details?.city)
    const part = findTownPart([details?.street1, details?.landmark].filter(Boolean).join(', '), parts)
    // Only a map with streets shows a house.
    const hasStreets = portal.map.tiles !== undefined
    return {
      kind: 'by_hand',
      why: wantsMap ? undefined : `${whyOf(part)} ${instructionsFor({ hasStreets, hasParts: parts.length > 0 })}`,
      hasStreets,
      map: hasGround(portal.map) ? pickerView(portal, url, found) : undefined,
      parts,
      part,
    } as const
  }

  function instructionsFor({
    hasStreets,
    hasParts,
  }: {
    readonly hasStreets: boolean
    readonly hasParts: boolean
  }): string {
    if (hasStreets) return texts.placeShowMap
    return hasParts ? texts.placeNeedsPart : texts.placeNeedsCall
  }

  function whyOf(part: string | undefined) {
    if (part !== undefined) return fill(texts.placePartOnly, { part })
    return found?.precision === 'town' ? texts.placeTownOnly : texts.placeUnknown
  }
}

export type PlaceView = Awaited<ReturnType<typeof placeView>>

/** Explains why no code was sent for an order. Nothing is paid here, so payment is not mentioned. */
export function codeProblemText(
  portal: Portal,
  url: URL,
  { problem, seconds }: { readonly problem: CodeProblem; readonly seconds?: number },
): string {
  if (seconds !== undefined) return waitForCodeText(portal, url, seconds)
  const texts = internetTexts(portal, url)
  const messages: Readonly<Record<CodeProblem, string>> = {
    code_limit: codeLimitText(texts),
    bss_unavailable: texts.codeSilent,
    not_our_line: `${texts.numberInvalid}. ${texts.numberInvalidText}`,
  }
  return messages[problem]
}

export const codeLimitText = (texts: InternetTexts) => `${texts.codeLimit} ${texts.codeLimitText}`
