import type { Destination } from '@nyanja/domain/help'
import type { Content } from '@nyanja/server/content/content'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { GeneratedContent } from '@nyanja/server/content/content-source'
import type { HelpCentre } from '@nyanja/server/help/help-centre'
import type { Site } from '@nyanja/server/places/site-map'
import type { Sites } from '@nyanja/server/places/sites'
import type { SiteResponse } from '../../../contract/shops.ts'

/** The pages' own addresses, as the wire form has them: without the slash before. */
export const apiHrefs = {
  contact: 'contact-us',
  shops: 'storeLocator',
  dealers: 'storeLocator?kind=dealers',
  feedback: 'give_your_feedback',
  loans: 'more-nyanja-money',
} as const satisfies Record<Destination, string>

type HelpTexts = ContentPackages['getHelp-translation']

/** The texts of the help centre, as other channels ask for them: by screen. */
const keysOfScreens = {
  'faq-translation': [
    'title',
    'description',
    'lead',
    'topics',
    'popular',
    'popularHere',
    'relatedWith',
    'answers',
    'answersOne',
    'backTo',
    'stillNeedHelp',
    'findStore',
    'findStoreText',
    'call',
    'callText',
    'nothingHeading',
    'nothingText',
  ],
  'question-translation': [
    'question',
    'answer',
    'related',
    'helpful',
    'yes',
    'no',
    'liked',
    'likedOne',
    'thankyou',
    'feedback',
    'whyNot',
    'unclear',
    'didNotWork',
    'otherQuestion',
    'tooLong',
    'thanksWhy',
    'tooMany',
    'otherLanguage',
  ],
  'search-translation': [
    'search',
    'question',
    'searchHint',
    'searchTitle',
    'found',
    'suggestions',
    'suggested',
    'noMatchHeading',
    'noMatchText',
    'noMatchShort',
  ],
} as const satisfies Record<string, readonly (keyof HelpTexts)[]>

interface HelpPackagesOptions {
  readonly content: Pick<Content, 'page' | 'version'>
  readonly help: Pick<HelpCentre, 'categories' | 'version'>
}

function helpPackages({ content, help }: HelpPackagesOptions): Record<string, GeneratedContent> {
  const copy = Object.entries(keysOfScreens).map(([name, keys]) => [
    name,
    {
      version: async () => content.version,
      read: async (language: string) => {
        const texts = content.page('getHelp-translation', language)
        return Object.fromEntries(keys.map((key) => [key, texts[key]]))
      },
    },
  ])
  return { ...Object.fromEntries(copy), 'help-documents': helpDocuments(help) }
}

/** What there is to read, without the answers, which are in `getFaqs_pCategory`. */
function helpDocuments(help: HelpPackagesOptions['help']): GeneratedContent {
  return {
    version: async () => help.version,
    read: async (language) =>
      help.categories(language).map(({ id, title, text, subCategories }) => ({
        id,
        title,
        text,
        subCategories: subCategories.map((sub) => ({
          id: sub.id,
          title: sub.title,
          text: sub.text,
          href: sub.goesTo === undefined ? '' : apiHrefs[sub.goesTo],
          questions: sub.articles.map((article) => ({ questionId: article.id, question: article.question })),
        })),
      })),
  }
}

interface GeneratedContentOptions extends HelpPackagesOptions {
  readonly sites: Pick<Sites, 'map' | 'version'>
}

/** All packages that are generated from data or from other packages, by page name. */
export function createGeneratedContent({
  sites,
  ...ofHelp
}: GeneratedContentOptions): Readonly<Record<string, GeneratedContent>> {
  return { 'fetch-sites-data-5g': sitesPackage(sites), ...helpPackages(ofHelp) }
}

/** The whole network for other channels, which draw maps of their own. */
export function sitesPackage(sites: Pick<Sites, 'map' | 'version'>): GeneratedContent {
  return {
    version: async () => sites.version,
    read: async () => sites.map.sites.map(serialize),
  }
}

function serialize({ title, latitude, longitude, technologies }: Site): SiteResponse {
  return {
    title,
    latitude,
    longitude,
    technology: {
      _2Gservice: technologies.includes('2g'),
      _3Gservice: technologies.includes('3g'),
      _4Gservice: technologies.includes('4g'),
      _5Gservice: technologies.includes('5g'),
    },
  }
}
