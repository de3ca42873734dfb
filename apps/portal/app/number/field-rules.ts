import type { AmountLimits, AmountProblem } from '@nyanja/domain/money/amount-limits'
import { groupWhileTyping, type MsisdnProblem, type MsisdnRules } from '@nyanja/domain/numbers/msisdn'
import { fill, fillKnown } from '@nyanja/domain/texts/fill'
import type { Portal } from '../../server/portal.ts'
import type { ProblemTexts } from '../recharge/recharge-problems.ts'
import { languageOf } from '../visitor-language.ts'

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
export function phoneTexts({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL): ProblemTexts {
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
