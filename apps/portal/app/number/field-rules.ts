import type { AmountLimits, AmountProblem } from '@nyanja/domain/money/amount-limits'
import { groupWhileTyping, type MsisdnProblem, type MsisdnRules } from '@nyanja/domain/numbers/msisdn'
import { fill, fillKnown } from '@nyanja/domain/texts/fill'
import type { Portal } from '../../server/portal.ts'
import { languageOf } from '../page-language.ts'
import { type LineAnswer, type NumberFault, type NumberTexts, numberMessage } from './line-answer.ts'

/** What the browser judges a form's fields by, and the words for it; the server judges again by the same rules. */
export interface FieldRules {
  readonly numbers: Pick<MsisdnRules, 'countryCode' | 'length' | 'trunk'>
  /** By what is wrong; `{count}` digits, `{stray}` signs. */
  readonly phone: Readonly<Record<MsisdnProblem | 'one' | 'stray', string>>
  /** Beside a button that is off. */
  readonly toGoOn: string
  readonly checking: string
  readonly unchecked: string
}

/** What a sum is judged by. */
export interface AmountRules extends AmountLimits {
  readonly words: Readonly<Record<AmountProblem, string>>
}

/** As text, for the attribute of a form. */
export function fieldRules(portal: Pick<Portal, 'market' | 'content'>, url: URL): string {
  const { market, content } = portal
  const language = languageOf(url, market)
  const { countryCode, length, trunk } = market.numbers
  const { checkingLine, lineUnchecked } = content.page('recharge-translation', language)
  const texts = phoneTexts(portal, url)
  const { phoneRequired, phoneInvalid, phoneInvalidHelp, digitsSoFarOne, digitsSoFar, digitsTooMany, digitsOnly } =
    texts
  const invalid = (help: string) => `${phoneInvalid}. ${help}`
  const rules: FieldRules = {
    numbers: { countryCode, length, trunk },
    phone: {
      empty: phoneRequired,
      one: invalid(digitsSoFarOne),
      too_short: invalid(digitsSoFar),
      too_long: invalid(digitsTooMany),
      stray: invalid(digitsOnly),
      not_a_number: invalid(phoneInvalidHelp),
    },
    toGoOn: content.page('errors-translation', language).toGoOn,
    checking: checkingLine,
    unchecked: lineUnchecked,
  }
  return JSON.stringify(rules)
}

/** What is said of a wrong number, with this market's length and example in it. */
function phoneTexts({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL): NumberTexts {
  const language = languageOf(url, market)
  const texts = content.page('recharge-translation', language)
  const { length, example } = market.numbers
  const digits = { length, example: groupWhileTyping(example, market.numbers) }
  return {
    ...texts,
    serviceSilent: content.page('errors-translation', language).serviceSilent,
    digitsSoFarOne: fill(texts.digitsSoFarOne, digits),
    digitsSoFar: fillKnown(texts.digitsSoFar, digits),
    digitsTooMany: fillKnown(texts.digitsTooMany, digits),
  }
}

type Rules = Pick<Portal, 'market' | 'content'>

/** The exact words for a number that leads no further. */
export function numberProblem(portal: Rules, url: URL, fault: NumberFault): string {
  return numberMessage(fault, phoneTexts(portal, url))
}

/** A BSS that does not answer is no fault of the number. */
export function faultAnswer(portal: Rules, url: URL, fault: NumberFault): LineAnswer {
  return {
    is: fault.problem === 'service_silent' ? 'unchecked' : 'fault',
    text: numberProblem(portal, url, fault),
  }
}

/** Beyond a human's pace nothing is looked up: the number is checked when its form is sent, where it may cost work. */
export function uncheckedAnswer({ market, content }: Rules, url: URL): LineAnswer {
  return { is: 'unchecked', text: content.page('recharge-translation', languageOf(url, market)).lineUnchecked }
}
