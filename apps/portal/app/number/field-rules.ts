import type { AmountLimits, AmountProblem } from '@nyanja/domain/money/amount-limits'
import type { CurrencyFormat } from '@nyanja/domain/money/currencies'
import { groupWhileTyping, type MsisdnRules } from '@nyanja/domain/numbers/msisdn'
import { fill, fillKnown } from '@nyanja/domain/texts/fill'
import type { Portal } from '../../server/portal.ts'
import { pickTexts } from '../format/text.ts'
import { languageOf } from '../page-language.ts'
import { type LineAnswer, type NumberFault, type NumberTexts, numberMessage, numberTexts } from './line-answer.ts'

/** The browser's rules for a form's fields, and their texts; the server applies the same rules again. */
export interface FieldRules {
  readonly numbers: MsisdnRules
  readonly phone: NumberTexts
  /** The text beside a disabled button. */
  readonly toContinue: string
  readonly checking: string
  readonly unchecked: string
}

export interface AmountRules extends AmountLimits {
  readonly format: CurrencyFormat
  readonly copy: Readonly<Record<AmountProblem, string>>
}

/** Builds the rules as text, for the attribute of a form. */
export function fieldRules(portal: Pick<Portal, 'market' | 'content'>, url: URL): string {
  const { market, content } = portal
  const language = languageOf(url, market)
  const { countryCode, length, trunk, prefixes } = market.numbers
  const { checkingLine, lineUnchecked } = content.page('recharge-translation', language)
  const rules: FieldRules = {
    numbers: { countryCode, length, trunk, prefixes },
    phone: phoneTexts(portal, url),
    toContinue: content.page('errors-translation', language).toContinue,
    checking: checkingLine,
    unchecked: lineUnchecked,
  }
  return JSON.stringify(rules)
}

/** The texts about a wrong number, with this market's length and example in them. */
export function phoneTexts({ market, content }: Rules, url: URL): NumberTexts {
  const texts = pickTexts(content.page('recharge-translation', languageOf(url, market)), numberTexts)
  const { length, example } = market.numbers
  const digits = { length, example: groupWhileTyping(example, market.numbers) }
  return {
    ...texts,
    digitsSoFarOne: fill(texts.digitsSoFarOne, digits),
    digitsSoFar: fillKnown(texts.digitsSoFar, digits),
    digitsTooMany: fillKnown(texts.digitsTooMany, digits),
  }
}

type Rules = Pick<Portal, 'market' | 'content'>

/** Returns the exact message for a number that cannot be used. */
export function numberProblem(portal: Rules, url: URL, { problem, ...typed }: NumberFault): string {
  if (problem === 'bss_unavailable')
    return portal.content.page('errors-translation', languageOf(url, portal.market)).serviceSilent
  const texts = phoneTexts(portal, url)
  // The number has enough digits, but is no line of this operator.
  return numberMessage(
    problem === 'unknown_line' ? { outcome: 'not_a_number', digits: '' } : { outcome: problem, ...typed },
    texts,
  )
}

/** A silent BSS is no fault of the number. */
export function faultAnswer(portal: Rules, url: URL, fault: NumberFault): LineAnswer {
  return {
    is: fault.problem === 'bss_unavailable' ? 'unchecked' : 'fault',
    text: numberProblem(portal, url, fault),
  }
}

/**
 * Beyond a human's pace nothing is looked up: the number is checked when its form is sent, where it may require a
 * challenge.
 */
export function uncheckedAnswer({ market, content }: Rules, url: URL): LineAnswer {
  return { is: 'unchecked', text: content.page('recharge-translation', languageOf(url, market)).lineUnchecked }
}
