import type { OrderFlow } from '@nyanja/domain/payments/payment-options'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Portal } from '../../server/portal.ts'
import { fieldRules } from '../number/field-rules.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import type { AccountProblem } from './account-step.ts'

export type FixedLineTexts = ContentPackages['fixed-internet-translation']

export function fixedLineTexts({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL): FixedLineTexts {
  return content.page('fixed-internet-translation', languageOf(url, market))
}

/** Everything that does not depend on the typed values. */
export function accountPage(portal: Portal, url: URL, flow: OrderFlow | undefined) {
  const { market, content } = portal
  const texts = fixedLineTexts(portal, url)
  const to = hrefsAt(url)
  const { summaryOne, summaryMany } = content.page('errors-translation', languageOf(url, market))
  return {
    ...texts,
    emailRequired: content.page('orp-translation', languageOf(url, market)).emailRequired,
    summaryOne,
    summaryMany,
    rules: fieldRules(portal, url),
    accountWrong: `${texts.accountInvalid}. ${texts.accountInvalidText}`,
    emailWrong: `${texts.emailInvalid}. ${texts.emailInvalidText}`,
    step: fill(texts.step, { step: 1, steps: 2 }),
    intro: flow === 'ENTERPRISE' ? texts.introEnterprise : texts.intro,
    other:
      flow === 'ENTERPRISE'
        ? { href: to.fixedInternet(), text: texts.forHome }
        : { href: to.fixedInternet({ flow: 'ENTERPRISE' }), text: texts.forCompany },
  }
}

export type AccountPage = ReturnType<typeof accountPage>

/** The exact message of the specification, and what helps. */
export function accountProblem(portal: Portal, url: URL, problem: AccountProblem): { field: string; text: string } {
  const texts = fixedLineTexts(portal, url)
  const { serviceSilent } = portal.content.page('errors-translation', languageOf(url, portal.market))
  const account = (help: string) => ({ field: 'account', text: `${texts.accountInvalid}. ${help}` })
  const messages = {
    invalid_account: account(texts.accountInvalidText),
    unknown_account: account(texts.accountUnknownText),
    invalid_email: { field: 'email', text: `${texts.emailInvalid}. ${texts.emailInvalidText}` },
    email_missing: { field: 'email', text: `${texts.emailMissing} ${texts.emailMissingText}` },
    bss_unavailable: { field: 'account', text: serviceSilent },
  } as const satisfies Record<AccountProblem, { field: string; text: string }>
  return messages[problem]
}
