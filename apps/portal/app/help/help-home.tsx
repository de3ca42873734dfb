import { data } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/help-home'
import { HelpFrame, HelpTopics, QuestionPart } from './help-frame.tsx'
import { topicLinks } from './help-lists.ts'
import { helpPage, questionLink } from './help-page.ts'
import { QuestionForm } from './question-form.tsx'

export const handle = { group: 'help', module: 'answers' }

export const headers = pageHeaders

export function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const page = helpPage(portal, url)
  const { frame, to, language } = page
  const popular = portal.help.popular(language).map((article) => questionLink(article, to, language))
  return data({ frame, topics: topicLinks(portal.help, page), popular }, { headers: publicHeaders })
}

/** Stage one shows the topics, and the most frequent questions. */
export default function HelpHome({ loaderData: { frame, topics, popular } }: Route.ComponentProps) {
  const { texts } = frame
  return (
    <HelpFrame frame={frame} title={texts.title} description={texts.description} lead={texts.lead}>
      <QuestionForm frame={frame} />
      <HelpTopics heading={texts.topics} links={topics} />
      <QuestionPart id="popular" heading={texts.popular} links={popular} />
    </HelpFrame>
  )
}
