import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import type { Content } from '@nyanja/server/content/content'
import type { Portal } from '../server/portal.ts'
import { helpPaths } from './help/help-page.ts'
import { type Offering, openOnly, type ScreenName, type SiteLink, screenPaths } from './screen-links.ts'
import { shopPaths } from './stores/store-query.ts'

interface PageListFor {
  readonly market: Offering
  readonly content: Pick<Content, 'page'>
  readonly language: string
  readonly prefix: LanguagePrefix
}

export interface PageListSection {
  readonly heading: string
  readonly links: readonly SiteLink[]
}

/** Every page that a visitor can begin at, with the text that other pages use for it. */
export function pageListOf({ market, content, language, prefix }: PageListFor): PageListSection[] {
  const list = content.page('site-map-translation', language)
  const home = content.page('website-homepage-config', language)
  const footer = content.page('website-footer-config', language)
  const row = (screen: ScreenName, text: string) => ({ screen, text })
  const sections = [
    {
      heading: list.payHeading,
      rows: [
        row('home', list.home),
        row('recharge', home.heading),
        row('bills', home.kindBill),
        row('dataBundle', home.broadband),
        row('fixedInternet', home.fixedInvoice),
        row('internet', home.homeInternet),
      ],
    },
    {
      heading: list.lookHeading,
      rows: [
        row('findPayment', list.findPayment),
        row('dataBalance', home.balance),
        row('tariffs', home.tariffs),
        row('coverage', home.coverage),
        row('shops', footer.shops),
        row('dealers', footer.dealers),
        row('trackLead', footer.trackLead),
        row('serviceStatus', footer.serviceHealth),
      ],
    },
    {
      heading: list.askHeading,
      rows: [row('help', home.help), row('contact', footer.contactUs), row('feedback', footer.serviceExperience)],
    },
    {
      heading: list.companyHeading,
      rows: [
        row('about', footer.about),
        row('loans', footer.moneyLoans),
        row('privacy', footer.privacy),
        row('forgetPhone', footer.forgetPhone),
      ],
    },
  ]
  return sections.map(({ heading, rows }) => ({
    heading,
    links: openOnly(rows, prefix, market).map(({ href, text }) => ({ href, text })),
  }))
}

/** Paths without a language, of public pages. */
type PublicPages = (portal: Portal) => Promise<readonly string[]>

/** A journey with pages for search engines adds a row. */
const sources: readonly PublicPages[] = [
  async ({ market }) => screenPaths(market),
  async (portal) => helpPaths(portal),
  async ({ places }) => shopPaths(places.shops),
]

export const publicPages: PublicPages = async (portal) =>
  (await Promise.all(sources.map((source) => source(portal)))).flat()
