import type { MsisdnProblem } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { RechargeTexts } from '../bundles/bundle-rows.ts'

/** Another page for a number, in words. */
export interface OfferView {
  readonly heading: string
  readonly text: string
  /** Posts the number on. */
  readonly action: { readonly href: string; readonly text: string }
}

/** What the live check of a number says, as JSON. The number is checked again when its form is sent. */
export type LineAnswer =
  | { readonly is: 'ready' | 'unchecked'; readonly text: string }
  | { readonly is: 'fault'; readonly text: string }
  | { readonly is: 'offer'; readonly offer: OfferView }

/** What a number field shows of its line. */
export type LineStatus = LineAnswer | { readonly is: 'checking'; readonly text: string }

export type NumberProblem = MsisdnProblem | 'unknown_line' | 'service_silent'

export interface NumberFault {
  readonly problem: NumberProblem
  /** The national digits typed so far. */
  readonly digits: string
  /** What stands among them and is no digit. */
  readonly stray?: string
}

export type NumberTexts = Pick<
  RechargeTexts,
  | 'phoneRequired'
  | 'phoneInvalid'
  | 'phoneInvalidHelp'
  | 'digitsSoFarOne'
  | 'digitsSoFar'
  | 'digitsTooMany'
  | 'digitsOnly'
> & { readonly serviceSilent: string }

const countText = (text: string, digits: string) => fill(text, { count: digits.length })

/** A long text in the field is not repeated whole. */
const longestStray = 12

const numberHelp: Readonly<Record<NumberProblem, (texts: NumberTexts, fault: NumberFault) => string>> = {
  empty: () => '',
  too_short: (texts, { digits }) => (digits.length === 1 ? texts.digitsSoFarOne : countText(texts.digitsSoFar, digits)),
  too_long: (texts, { digits }) => countText(texts.digitsTooMany, digits),
  // Without a stray sign it is a number of another country, or one that no country has.
  not_a_number: (texts, { stray }) =>
    stray === undefined ? texts.phoneInvalidHelp : fill(texts.digitsOnly, { stray: stray.slice(0, longestStray) }),
  unknown_line: (texts) => texts.phoneInvalidHelp,
  service_silent: () => '',
}

const numberHeading: Readonly<Partial<Record<NumberProblem, 'phoneRequired' | 'serviceSilent'>>> = {
  empty: 'phoneRequired',
  service_silent: 'serviceSilent',
}

/** The exact message first, then what to do. */
export function numberMessage(fault: NumberFault, texts: NumberTexts): string {
  const { problem } = fault
  const help = numberHelp[problem](texts, fault)
  const heading = texts[numberHeading[problem] ?? 'phoneInvalid']
  return help === '' ? heading : `${heading}. ${help}`
}
