import { formatMsisdn, groupWhileTyping } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { Order } from '@nyanja/server/payments/orders'
import type { Portal } from '../../server/portal.ts'
import type { CodeProblem } from '../code/code-step.ts'
import { fieldRules } from '../number/field-rules.ts'
import type { OfferView } from '../number/line-answer.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import type { ChoiceProblem } from './bundle-choice-view.ts'
import type { Offer, RouterPage } from './router-step.ts'

/** Everything that does not depend on the line. */
export function pageView(portal: Portal, url: URL, name: RouterPage) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('broadband-translation', language)
  const example = groupWhileTyping(market.numbers.example, market.numbers)
  return {
    ...texts,
    summaryOne: content.page('errors-translation', language).summaryOne,
    prefix: `+${market.numbers.countryCode}`,
    rules: fieldRules(portal, url),
    checkHref: hrefsAt(url).checkLine(name === 'balance' ? 'balance' : 'router'),
    phoneLabel: name === 'balance' ? texts.phoneLabelAny : texts.phoneLabel,
    step: fill(texts.step, { step: 1, steps: 2 }),
    phoneHint: fill(texts.phoneHint, { example }),
    codeUnreachable: fill(texts.codeUnreachable, { number: market.customerCareNumber }),
  }
}

export type PageView = ReturnType<typeof pageView>

/** Formats a number as `+265 99 900 0070`. */
export function numberOf({ market }: Pick<Portal, 'market'>, { msisdn }: Order): string {
  return formatMsisdn(msisdn, market.numbers.countryCode)
}

export function offerView(page: PageView, offer: Offer): OfferView {
  if (offer === 'prepaid') {
    const { offerPrepaid: heading, offerPrepaidText: text, offerPrepaidLink } = page
    return { heading, text, action: { page: 'recharge', text: offerPrepaidLink } }
  }
  const { offerBill: heading, offerBillText: text, offerBillLink } = page
  return { heading, text, action: { page: 'bills', text: offerBillLink } }
}

export function choiceMessage({ market, content }: Portal, url: URL, problem: ChoiceProblem): string {
  const language = languageOf(url, market)
  const messages: Readonly<Record<ChoiceProblem, string>> = {
    none_chosen: content.page('broadband-translation', language).chooseFirst,
    product_gone: content.page('recharge-translation', language).productGone,
    bss_unavailable: content.page('errors-translation', language).serviceSilent,
  }
  return messages[problem]
}

export function codeMessage(page: PageView, problem: CodeProblem): string {
  const messages: Readonly<Record<CodeProblem, string>> = {
    code_limit: `${page.codeLimit} ${page.codeLimitText}`,
    bss_unavailable: page.balanceSilent,
    not_our_line: page.codeUnreachable,
  }
  return messages[problem]
}
