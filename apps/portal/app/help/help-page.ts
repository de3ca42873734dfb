import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { ArticleLink } from '@nyanja/server/help/help-view'
import type { Portal } from '../../server/portal.ts'
import { type Hrefs, hrefs } from '../hrefs.ts'
import { openOnly } from '../open-screens.ts'
import { languagePrefixOf } from '../page-language.ts'
import { languageOf } from '../visitor-language.ts'

export type HelpTexts = ContentPackages['getHelp-translation']

/** A link whose words may be in another language than the page. */
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
    shopHref: openOnly([{ screen: 'shops' }], prefix)[0]?.href,
    crumbs: [{ href: to.help(), title: texts.title }],
  }
  return { prefix, language, texts, to, frame }
}

export type HelpFrame = ReturnType<typeof helpPage>['frame']

/** Said where it is not the language of the page. */
export const langOf = (own: string, page: string) => (own === page ? {} : { lang: own })

/** What an article's row needs, and not all that it says. */
export function questionLink({ id, question, language }: ArticleLink, to: Hrefs, page: string): HelpLink {
  return { href: to.helpArticle(id), title: question, ...langOf(language, page) }
}

export function countText(texts: Pick<HelpTexts, 'answers' | 'answersOne'>, count: number): string {
  return count === 1 ? texts.answersOne : fill(texts.answers, { count })
}
