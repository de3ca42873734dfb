import type { Content } from '@nyanja/server/content/content'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { GeneratedContent } from '@nyanja/server/content/generated-content'
import type { HelpCentre } from '@nyanja/server/help/help-centre'
import { wireHrefs } from './help-hrefs.ts'

type HelpTexts = ContentPackages['getHelp-translation']

/** The words of the help centre, as other channels ask for them: by the screen that they stand on. */
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

export interface HelpPackagesOptions {
  readonly content: Pick<Content, 'page' | 'version'>
  readonly help: Pick<HelpCentre, 'categories' | 'version'>
}

export function helpPackages({ content, help }: HelpPackagesOptions): Record<string, GeneratedContent> {
  const words = Object.entries(keysOfScreens).map(([name, keys]) => [
    name,
    {
      version: async () => content.version,
      read: async (language: string) => {
        const texts = content.page('getHelp-translation', language)
        return Object.fromEntries(keys.map((key) => [key, texts[key]]))
      },
    },
  ])
  return { ...Object.fromEntries(words), 'help-documents': helpDocuments(help) }
}

/** What there is to read, without the answers: `getFaqs_pCategory` has them. */
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
          href: sub.goesTo === undefined ? '' : wireHrefs[sub.goesTo],
          questions: sub.articles.map((article) => ({ questionId: article.id, question: article.question })),
        })),
      })),
  }
}
