import type { LinkedData } from '../ui/structured-data.tsx'
import type { HelpLink } from './help-page.ts'

export interface AnswerWords {
  readonly publicOrigin: string
  readonly question: string
  readonly html: string
  /** From the first page of help to the one above the answer. */
  readonly crumbs: readonly HelpLink[]
}

/** What search engines may show of an answer: the question, its answer, and where it stands. */
export function answerData({ publicOrigin, question, html, crumbs }: AnswerWords): LinkedData {
  const text = html.replaceAll(/ href="\//g, ` href="${publicOrigin}/`)
  return {
    '@graph': [
      {
        '@type': 'FAQPage',
        mainEntity: [{ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text } }],
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(({ href, title }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: title,
          item: publicOrigin + href,
        })),
      },
    ],
  }
}
