import { fill } from '@nyanja/domain/fill'
import type { Portal } from '../server/portal.ts'
import { openOnly, type ScreenName, type SiteLink } from './open-screens.ts'
import { type LanguagePrefix, languagePrefixOf } from './page-language.ts'
import type { ShellData } from './ui/shell-data.ts'
import { languageOf } from './visitor-language.ts'

const headerTable = [
  { screen: 'recharge', text: 'navRecharge' },
  { screen: 'bills', text: 'navPayBill' },
  { screen: 'internet', text: 'navInternet' },
  { screen: 'coverage', text: 'navCoverage' },
  { screen: 'shops', text: 'navShops' },
  { screen: 'help', text: 'navHelp' },
] as const satisfies readonly { screen: ScreenName; text: string }[]

const footerTable = [
  { screen: 'contact', text: 'contactUs' },
  { screen: 'shops', text: 'shops' },
  { screen: 'dealers', text: 'dealers' },
  { screen: 'feedback', text: 'serviceExperience' },
  { screen: 'loans', text: 'moneyLoans' },
  { screen: 'tariffs', text: 'tariffs' },
  { screen: 'trackLead', text: 'trackLead' },
  { screen: 'about', text: 'about' },
  { screen: 'privacy', text: 'privacy' },
  { screen: 'serviceStatus', text: 'serviceHealth' },
  { screen: 'forgetPhone', text: 'forgetPhone' },
  { screen: 'siteMap', text: 'siteMap' },
] as const satisfies readonly { screen: ScreenName; text: string }[]

function linksOf<Key extends string>(
  table: readonly { readonly screen: ScreenName; readonly text: Key }[],
  texts: Readonly<Record<Key, string>>,
  prefix: LanguagePrefix,
): SiteLink[] {
  return openOnly(table, prefix).map(({ href, text }) => ({ href, text: texts[text] }))
}

/** Only what is shown: a hydrated page carries these texts twice. */
export function shellOf({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL): ShellData {
  const prefix = languagePrefixOf(url.pathname)
  const language = languageOf(url, market)
  const { languages, languageNames, brand, customerCareNumber } = market
  const other = prefix === '' ? languages.prefixed : languages.unprefixed
  const header = content.page('website-headers-config', language)
  const footer = content.page('website-footer-config', language)
  const shownInFooter = footerTable.filter(({ screen }) => screen !== 'serviceStatus' || market.publicServiceStatus)
  const errors = content.page('errors-translation', language)
  const { wait, holdOn, loadingMessage } = content.page('loader-translation', language)
  const { callCare } = content.page('footer-translation', language)

  return {
    language,
    languagePrefix: prefix,
    brand,
    other: { language: other, name: languageNames[other] ?? other, prefix: prefix === '' ? '/sw' : '' },
    header: {
      skip: header.skipToContent,
      home: header.homeLink,
      navigation: header.mainNavigation,
      menu: header.menu,
      links: linksOf(headerTable, header, prefix),
    },
    footer: {
      navigation: footer.footerNavigation,
      care: fill(callCare, { number: customerCareNumber }),
      careNumber: customerCareNumber,
      links: linksOf(shownInFooter, footer, prefix),
    },
    loading: { wait, holdOn, loadingMessage },
    failure: {
      title: errors.unexpectedError,
      text: errors.unexpectedErrorText,
      missingTitle: errors.pageNotFoundTitle,
      missingText: errors.pageNotFoundText,
      home: errors.goHome,
    },
  }
}
