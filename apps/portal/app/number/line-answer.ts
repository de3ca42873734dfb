import type { MsisdnProblem, MsisdnReading } from '@nyanja/domain/numbers/msisdn'
import { fillKnown } from '@nyanja/domain/texts/fill'
import type { RechargeTexts } from '../bundles/bundle-rows.ts'

/** The pages that begin with a number, by the names of their addresses. */
const numberPages = ['recharge', 'bills', 'dataBundle', 'dataBalance'] as const
export type NumberPage = (typeof numberPages)[number]

export const isNumberPage = (name: string): name is NumberPage => numberPages.some((page) => page === name)

/** Another page for a number, as text. */
export interface OfferView {
  readonly heading: string
  readonly text: string
  /** The action that begins there with the number. */
  readonly action: { readonly page: NumberPage; readonly text: string }
}

/** The live check's answer about a number, as JSON. The number is checked again when its form is sent. */
export type LineAnswer =
  | { readonly is: 'ready' | 'unchecked'; readonly text: string }
  | { readonly is: 'fault'; readonly text: string }
  | { readonly is: 'offer'; readonly offer: OfferView }

/** What a number field shows of its line. */
export type LineStatus = LineAnswer | { readonly is: 'checking'; readonly text: string }

/** A number that cannot be used, or with an unknown line. */
export interface NumberFault {
  readonly problem: MsisdnProblem | 'unknown_line' | 'bss_unavailable'
  /** The national digits typed so far. */
  readonly digits: string
  /** A character among them that is no digit. */
  readonly stray?: string
}

export const numberTexts = [
  'phoneRequired',
  'phoneInvalid',
  'phoneInvalidHelp',
  'digitsSoFarOne',
  'digitsSoFar',
  'digitsTooMany',
  'digitsOnly',
] as const satisfies readonly (keyof RechargeTexts)[]

/** The texts with the market's length and example filled in. */
export type NumberTexts = Pick<RechargeTexts, (typeof numberTexts)[number]>

/** A long text in the field is not repeated whole. */
const longestStray = 12

/** Writes the exact message first, then what to do. */
export function numberMessage(reading: Exclude<MsisdnReading, { outcome: 'valid' }>, texts: NumberTexts): string {
  const { outcome, digits, stray } = reading
  if (outcome === 'empty') return texts.phoneRequired
  const count = digits.length
  const help = {
    too_short: count === 1 ? texts.digitsSoFarOne : texts.digitsSoFar,
    too_long: texts.digitsTooMany,
    // Without a stray character it is a number of another country, or one that no country has.
    not_a_number: stray === undefined ? texts.phoneInvalidHelp : texts.digitsOnly,
  }[outcome]
  return `${texts.phoneInvalid}. ${fillKnown(help, { count, stray: stray?.slice(0, longestStray) ?? '' })}`
}
