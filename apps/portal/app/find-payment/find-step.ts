import { maskEmail, parseEmail } from '@nyanja/domain/forms/form'
import { groupWhileTyping, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { paymentReferenceStart, readPaymentReference } from '@nyanja/domain/numbers/reference'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Searched, SearchRequester, SearchResult } from '@nyanja/server/payments/payment-search'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/text.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import type { Problem } from '../ui/error-summary.tsx'

type FindProblem =
  | 'reference_missing'
  | 'reference_shape'
  | 'number_missing'
  | 'number_wrong'
  | 'mail_wrong'
  | 'bss_unavailable'

export interface FindTyped {
  readonly reference: string
  readonly msisdn: string
  readonly email: string
}

type FindStep =
  | SearchResult
  | { readonly outcome: 'problems'; readonly problems: readonly [FindProblem, ...FindProblem[]] }

/** Looks for the typed payment. Only malformed fields are named: all other answers are the same. */
export async function findStep(
  { market, paymentSearch }: Pick<Portal, 'market' | 'paymentSearch'>,
  typed: FindTyped,
  requester: SearchRequester,
): Promise<FindStep> {
  const reference = readPaymentReference(typed.reference, market.brand)
  const party = partyOf(typed, market)
  const [first, ...others] = [
    ...(reference === undefined ? [referenceProblem(typed.reference)] : []),
    ...('problem' in party ? [party.problem] : []),
  ]
  if (first !== undefined) return { outcome: 'problems', problems: [first, ...others] }
  if (reference === undefined || 'problem' in party) throw new Error('A problem was left out')
  const found = await paymentSearch.find({ reference, ...party }, requester).catch(() => undefined)
  return found ?? { outcome: 'problems', problems: ['bss_unavailable'] }
}

const referenceProblem = (typed: string): FindProblem => (typed.trim() === '' ? 'reference_missing' : 'reference_shape')

type Party = Pick<Extract<Searched, { msisdn: string }>, 'msisdn'> | Pick<Extract<Searched, { email: string }>, 'email'>

/** Picks the number where there is one: an SMS is faster than a mail. */
function partyOf({ msisdn, email }: FindTyped, { numbers }: Portal['market']): Party | { problem: FindProblem } {
  const number = parseMsisdn(msisdn, numbers)
  if (number.outcome === 'valid') return { msisdn: number.msisdn }
  if (number.outcome !== 'empty') return { problem: 'number_wrong' }
  const mail = parseEmail(email)
  if (mail.outcome === 'valid') return { email: mail.email }
  return { problem: mail.outcome === 'empty' ? 'number_missing' : 'mail_wrong' }
}

type FindTexts = ContentPackages['find-payment-translation']

export function findTexts({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL): FindTexts {
  return content.page('find-payment-translation', languageOf(url, market))
}

const exampleReference = ({ brand }: Portal['market']) => `${paymentReferenceStart(brand)}-7K4P-29XD`

/** Everything that does not depend on the typed values. */
export function findPage(portal: Portal, url: URL) {
  const { market, content } = portal
  const texts = findTexts(portal, url)
  const { summaryOne, summaryMany } = content.page('errors-translation', languageOf(url, market))
  const { challengeHeading, challengeText, challengeWait, challengeWorking } = texts
  return {
    ...texts,
    ...{ summaryOne, summaryMany },
    here: hrefsAt(url).findPayment(),
    prefix: `+${market.numbers.countryCode}`,
    referenceHint: fill(texts.referenceHint, { example: exampleReference(market) }),
    helpText: fill(texts.helpText, { number: market.customerCareNumber }),
    challenge: {
      challengeHeading,
      challengeText,
      challengeWait,
      challengeWorking,
    },
  }
}

export type FindPage = ReturnType<typeof findPage>

export function findProblem(portal: Portal, url: URL, problem: FindProblem): Problem {
  const { market, content } = portal
  const texts = findTexts(portal, url)
  const { serviceSilent } = content.page('errors-translation', languageOf(url, market))
  const problems = {
    reference_missing: { field: 'reference', text: texts.referenceMissing },
    reference_shape: {
      field: 'reference',
      text: fill(texts.referenceShape, { example: exampleReference(market) }),
    },
    number_missing: { field: 'msisdn', text: texts.numberMissing },
    number_wrong: {
      field: 'msisdn',
      text: fill(texts.numberWrong, { example: groupWhileTyping(market.numbers.example, market.numbers) }),
    },
    mail_wrong: { field: 'email', text: texts.mailWrong },
    bss_unavailable: { field: 'reference', text: serviceSilent },
  } as const satisfies Record<FindProblem, Problem>
  return problems[problem]
}

/** Explains why no code is sent to this number now; it reveals nothing about the payment. */
export function notSentText(
  portal: Portal,
  url: URL,
  sent: { readonly outcome: 'too_soon'; readonly resendInSeconds: number } | { readonly outcome: 'limit_reached' },
): string {
  const { tooSoon, codeLimit } = findTexts(portal, url)
  return sent.outcome === 'too_soon'
    ? fill(tooSoon, { seconds: sent.resendInSeconds })
    : fill(codeLimit, { number: portal.market.customerCareNumber })
}

export const mailedText = (portal: Portal, url: URL, email: string): string =>
  fill(findTexts(portal, url).mailedText, { email: unbroken(maskEmail(email)) })
