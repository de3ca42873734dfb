import { listedLinks } from '@nyanja/domain/page-links'
import { fill } from '@nyanja/domain/texts/fill'
import { type LanguagePrefix, toLanguagePrefix } from '@nyanja/domain/texts/language'
import type { FooterLinkName, HeaderLinkName } from '@nyanja/server/content/site-links'
import type { Portal } from '../server/portal.ts'
import { inLanguage, languageOf, languagePrefixOf } from './page-language.ts'
import { type Offering, openOnly, type ScreenName, type SiteLink } from './screen-links.ts'
import type { Incident, Shell } from './ui/shell-context.ts'
import type { ShellData } from './ui/shell-data.ts'

const headerScreens: Readonly<Record<HeaderLinkName, ScreenName>> = {
  navRecharge: 'recharge',
  navPayBill: 'bills',
  navInternet: 'internet',
  navCoverage: 'coverage',
  navShops: 'shops',
  navHelp: 'help',
}

const footerScreens: Readonly<Record<FooterLinkName, ScreenName>> = {
  contactUs: 'contact',
  shops: 'shops',
  dealers: 'dealers',
  serviceExperience: 'feedback',
  moneyLoans: 'loans',
  tariffs: 'tariffs',
  findPayment: 'findPayment',
  trackLead: 'trackLead',
  about: 'about',
  privacy: 'privacy',
  serviceHealth: 'serviceStatus',
  forgetPhone: 'forgetPhone',
  siteMap: 'siteMap',
}

const isIn = <Name extends string>(table: Readonly<Record<Name, unknown>>, name: string): name is Name =>
  Object.hasOwn(table, name)

/** Paths lead to pages, which have a language; files have none. */
const hrefOf = (href: string, prefix: LanguagePrefix) =>
  href.startsWith('/') && !href.startsWith('/files/') ? inLanguage(href, prefix) : href

/** Lists the links in the order of the editor. Screens that the market does not offer are left out. */
function siteLinks<Name extends string>(
  texts: Readonly<Record<Name | 'links', string>>,
  screens: Readonly<Record<Name, ScreenName>>,
  { prefix, market }: { readonly prefix: LanguagePrefix; readonly market: Offering },
): SiteLink[] {
  return listedLinks(texts.links).flatMap((link) => {
    if ('href' in link) return [{ href: hrefOf(link.href, prefix), text: link.text }]
    if (!isIn(screens, link.name)) return []
    const text = texts[link.name]
    return openOnly([{ screen: screens[link.name] }], prefix, market).map(({ href }) => ({ href, text }))
  })
}

type ShellOptions = Pick<Portal, 'market' | 'content'>

export function shellOf({ market, content }: ShellOptions, url: URL): ShellData {
  const prefix = languagePrefixOf(url.pathname)
  const language = languageOf(url, market)
  const { languages, brand } = market
  const header = content.page('website-headers-config', language)
  const errors = content.page('errors-translation', language)

  return {
    language,
    languagePrefix: prefix,
    brand,
    logo: market.look?.logo,
    languageName: languages.find(({ code }) => code === language)?.name ?? language,
    otherLanguages: languages
      .filter(({ code }) => code !== language)
      .map(({ code, name }) => ({ language: code, name, prefix: toLanguagePrefix(code, languages) })),
    header: {
      skip: header.skipToContent,
      home: header.homeLink,
      navigation: header.mainNavigation,
      menu: header.menu,
      links: siteLinks(header, headerScreens, { prefix, market }),
    },
    failure: {
      title: errors.unexpectedError,
      text: errors.unexpectedErrorText,
      missingTitle: errors.pageNotFoundTitle,
      missingText: errors.pageNotFoundText,
      awayTitle: errors.serviceAway,
      awayText: fill(errors.serverBusyText, { seconds: '30' }),
      home: errors.goHome,
    },
  }
}

/** Toasts there are read more slowly. */
const isAboutMoney = ({ pathname }: URL) => inLanguage(pathname, '').startsWith('/payment/')

/** The incident of the database, or else that of the texts. Staff write one text, and its first sentence stands out. */
function incidentOf({ market, content, incident }: Pick<Portal, 'incident'> & ShellOptions, url: URL) {
  const language = languageOf(url, market)
  const { active, ...written } = content.page('incident-banner', language)
  const text = incident.textIn(language, ...market.languages.map(({ code }) => code))
  if (text !== undefined) {
    const [heading = text, rest = ''] = text.split(/(?<=[.!?])\s+(.*)/s)
    return { heading, text: rest, href: '' } satisfies Incident
  }
  return active === '' ? undefined : { ...written, href: hrefOf(written.href, languagePrefixOf(url.pathname)) }
}

/** The part of every page that never changes while it is open. */
export function toShell(
  portal: Pick<Portal, 'incident'> & ShellOptions,
  url: URL,
): Omit<Shell, 'hasScript' | 'isForEverybody' | 'browserFiles' | 'addModule'> {
  const { market, content } = portal
  const prefix = languagePrefixOf(url.pathname)
  const language = languageOf(url, market)
  const { customerCareNumber } = market
  const footer = content.page('website-footer-config', language)
  const { callCare } = content.page('footer-translation', language)
  const { toContinue, toastSuccess, toastError, close, offline, online } = content.page('errors-translation', language)
  const { wait, holdOn, loadingMessage } = content.page('loader-translation', language)

  return {
    footer: {
      navigation: footer.footerNavigation,
      care: fill(callCare, { number: customerCareNumber }),
      careNumber: customerCareNumber,
      notices: {
        ...{ success: toastSuccess, error: toastError, close, offline, online },
        ...{ wait, holdOn, loadingMessage },
        seconds: isAboutMoney(url) ? 10 : 3,
      },
      links: siteLinks(footer, footerScreens, { prefix, market }),
    },
    toContinue,
    incident: incidentOf(portal, url),
  }
}
