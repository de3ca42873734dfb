import { data } from 'react-router'
import { pageHeaders, publicHeaders } from '../format/headers.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { RichText } from '../ui/markup.tsx'
import { Note, toneSigns } from '../ui/notes.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import { TaskList } from '../ui/step-timeline.tsx'
import { allTasksOf } from '../visitor-tasks.ts'
import type { Route } from './+types/about'

export const handle = { group: 'prose' }

export const headers = pageHeaders

/** The page is also shown for every unknown address, with a note. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { market, content } = context.get(portalContext)
  const language = languageOf(url, market)
  const prefix = languagePrefixOf(url.pathname)
  const isKnown = /^\/about\/?$/i.test(url.pathname.slice(prefix.length))
  const { unknownAddress } = content.page('errors-translation', language)
  const homeTexts = content.page('website-homepage-config', language)
  const page = {
    texts: content.page('about-translation', language),
    unknown: isKnown ? undefined : unknownAddress,
    tasks: allTasksOf({ texts: homeTexts, prefix, market }),
  }
  return isKnown ? data(page, { headers: publicHeaders }) : data(page, { status: 404 })
}

export default function About({ loaderData: { texts, unknown, tasks } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero title={texts.title} />
      <div className="wrap reading">
        {unknown !== undefined && (
          <Note tone="wait" sign={toneSigns.bad}>
            <p>{unknown}</p>
          </Note>
        )}
        <p className="lead">{texts.lead}</p>
        {unknown === undefined && <RichText html={texts.promisesHtml} />}
        <h2 className="section">{texts.doHeading}</h2>
        <TaskList tasks={tasks} isWide />
        {unknown === undefined && <RichText html={texts.companyHtml} />}
      </div>
    </>
  )
}
