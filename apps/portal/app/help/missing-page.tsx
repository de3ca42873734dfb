import { data } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { privateHeaders } from '../format/headers.ts'
import { HelpFrame, HelpTopics, QuestionPart } from './help-frame.tsx'
import { topicLinks } from './help-lists.ts'
import { type helpPage, questionLink } from './help-page.ts'
import { QuestionForm } from './question-form.tsx'

/** Shows help in place of a missing page. */
export function MissingPage({ missing }: { readonly missing: MissingHelp }) {
  const { frame, title, text, heading, questions, topics } = missing
  return (
    <HelpFrame frame={frame} title={title} crumbs={frame.crumbs}>
      <p>{text}</p>
      <QuestionForm frame={frame} />
      <QuestionPart id="answers" heading={heading} links={questions} />
      <HelpTopics heading={frame.texts.topics} links={topics} />
    </HelpFrame>
  )
}

const mostMeant = 5

/** The page answers an unknown address in the help centre with suggestions from its words, and every link onwards. */
export function missingHelp(
  { help, content }: Pick<Portal, 'help' | 'content'>,
  page: ReturnType<typeof helpPage>,
  address: string,
) {
  const { frame, texts, to, language } = page
  const { pageNotFoundTitle: title, pageNotFoundText: text } = content.page('errors-translation', language)
  const meant = help.search(address, language).slice(0, mostMeant)
  const [heading, articles] = meant.length > 0 ? [texts.suggestions, meant] : [texts.popular, help.popular(language)]
  const missing = {
    ...{ frame, title, text, heading },
    questions: articles.map((article) => questionLink(article, to, language)),
    topics: topicLinks(help, page),
  }
  return data({ missing }, { status: 404, headers: privateHeaders })
}

type MissingHelp = ReturnType<typeof missingHelp>['data']['missing']
