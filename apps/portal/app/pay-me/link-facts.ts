import { maskAccount } from '@nyanja/domain/bills/account-number'
import { displayMoney } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { translate } from '@nyanja/domain/texts/language'
import type { Choice } from '@nyanja/server/payments/order'
import type { Portal } from '../../server/portal.ts'
import { givesOf, planOf } from '../format/bundle-texts.ts'
import { unbroken } from '../format/unbroken.ts'
import { kindTexts, type TextFact } from '../payment/order-facts.ts'
import { languageOf } from '../visitor-language.ts'

interface Asked {
  readonly msisdn: string
  readonly choice: Choice
}

/** `2.6 GB, 7 days`, or the kind of what is paid. */
export function whatIsAsked({ content, market }: Portal, url: URL, { choice }: Asked): string {
  const language = languageOf(url, market)
  const words = content.page('recharge-translation', language)
  if (choice.kind === 'airtime') return words.orderAirtime
  if (choice.kind !== 'bundle') return content.page('orp-translation', language)[kindTexts[choice.kind]]
  return `${givesOf(choice.bundle, words)}, ${planOf(translate(choice.bundle, language), words)}`
}

/** All that whoever is asked gets to see. */
export function linkFacts(portal: Portal, url: URL, asked: Asked): TextFact[] {
  const { market, content } = portal
  const texts = content.page('pay-me-translation', languageOf(url, market))
  const { msisdn, choice } = asked
  const whose =
    choice.kind === 'invoice'
      ? { term: texts.forAccount, value: maskAccount(choice.bill.account) }
      : { term: texts.forNumber, value: unbroken(maskMsisdn(msisdn, market.numbers.countryCode)) }
  return [
    { term: texts.what, value: whatIsAsked(portal, url, asked) },
    whose,
    { term: texts.amount, value: displayMoney(choice.amount), isTotal: true },
  ]
}
