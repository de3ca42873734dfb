import type { HelpScreen } from '@nyanja/domain/help'
import { fill } from '@nyanja/domain/texts/fill'
import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { ArticleLink } from '@nyanja/server/help/help-view'
import type { Portal } from '../../server/portal.ts'
import { type Hrefs, hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { type Offering, openOnly, type ScreenName } from '../screen-links.ts'

export type HelpTexts = ContentPackages['getHelp-translation']

/** A link with a text that may be in another language than the page. */
export interface HelpLink {
  readonly href: string
  readonly title: string
  readonly text?: string
  readonly lang?: string
}

/** What every page of the help centre has. */
export function helpPage({ content, market }: Pick<Portal, 'content' | 'market'>, url: URL) {
  const prefix = languagePrefixOf(url.pathname)
  const language = languageOf(url, market)
  const texts = content.page('getHelp-translation', language)
  const to = hrefs(prefix)
  const number = market.customerCareNumber
  const frame = {
    texts,
    searchHref: to.helpSearch({}),
    suggestHref: to.helpSuggestions({}),
    call: fill(texts.call, { number }),
    callHref: `tel:${number}`,
    shopHref: openOnly([{ screen: 'shops' }], prefix, market)[0]?.href,
    crumbs: [{ href: to.help(), title: texts.title }],
  }
  return { prefix, market, language, texts, to, frame }
}

export type HelpFrameView = ReturnType<typeof helpPage>['frame']

/** Returns the language where it is not that of the page. */
export const langOf = (own: string, page: string) => (own === page ? {} : { lang: own })

/** The part of an article that its row needs. */
export function questionLink({ id, question, language }: ArticleLink, to: Hrefs, page: string): HelpLink {
  return { href: to.helpArticle(id), title: question, ...langOf(language, page) }
}

export function countText(texts: Pick<HelpTexts, 'answers' | 'answersOne'>, count: number): string {
  return count === 1 ? texts.answersOne : fill(texts.answers, { count })
}

/** The button from an answer to the page where the task is done. */
const actionTexts = {
  recharge: 'actionRecharge',
  bills: 'actionBills',
  dataBundle: 'actionDataBundle',
  dataBalance: 'actionDataBalance',
  fixedInternet: 'actionFixedInternet',
  internet: 'actionInternet',
  trackLead: 'actionTrackLead',
  tariffs: 'actionTariffs',
  coverage: 'actionCoverage',
  shops: 'actionShops',
  dealers: 'actionDealers',
  contact: 'actionContact',
  feedback: 'actionFeedback',
  loans: 'actionLoans',
  privacy: 'actionPrivacy',
  about: 'actionAbout',
  findPayment: 'actionFindPayment',
  serviceStatus: 'actionServiceStatus',
  forgetPhone: 'actionForgetPhone',
} as const satisfies Record<HelpScreen & ScreenName, keyof HelpTexts>

interface HelpContext {
  readonly prefix: LanguagePrefix
  readonly market: Offering
}

/** It is undefined where the market does not offer the screen. */
export function screenHref(screen: HelpScreen, { prefix, market }: HelpContext): string | undefined {
  return openOnly([{ screen }], prefix, market)[0]?.href
}

export function actionOf(screen: HelpScreen | undefined, place: HelpContext, texts: HelpTexts) {
  const href = screen && screenHref(screen, place)
  return screen === undefined || href === undefined ? undefined : { href, text: texts[actionTexts[screen]] }
}

/** Lists the paths of every page of the help centre below its first one, without a language. */
export function helpPaths({ help, market }: Pick<Portal, 'help' | 'market'>): string[] {
  const to = hrefs('')
  const language = market.languages[0].code
  return [
    ...help
      .categories(language)
      .flatMap(({ id, subCategories }) => [
        to.helpCategory(id),
        ...subCategories.flatMap((sub) => (sub.articles.length === 0 ? [] : [to.helpQuestions(id, sub.id)])),
      ]),
    ...help.articles(language).map(({ id }) => to.helpArticle(id)),
  ]
}

const longestQuestion = 120

export const readQuestion = (url: URL) => (url.searchParams.get('q') ?? '').trim().slice(0, longestQuestion)
