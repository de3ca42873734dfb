import { data } from 'react-router'
import { allTasksOf } from '../home/tasks.ts'
import { languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky } from '../ui/sky.tsx'
import { TaskList } from '../ui/task-list.tsx'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/about'

export const handle = { group: 'content' }

/** Shown for every address that does not exist, too, and then says so. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { market, content } = context.get(portalContext)
  const language = languageOf(url, market)
  const prefix = languagePrefixOf(url.pathname)
  const isKnown = /^\/about\/?$/i.test(url.pathname.slice(prefix.length))
  const { aboutTitle, aboutText, unknownAddress } = content.page('errors-translation', language)
  const texts = content.page('website-homepage-config', language)
  return data(
    {
      aboutTitle,
      aboutText,
      unknown: isKnown ? undefined : unknownAddress,
      tasks: allTasksOf({ texts, prefix, careNumber: market.customerCareNumber }),
    },
    { status: isKnown ? 200 : 404 },
  )
}

export default function About({ loaderData: { aboutTitle, aboutText, unknown, tasks } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={aboutTitle} />
      <Sky title={aboutTitle} />
      <div className="wrap reading">
        {unknown !== undefined && (
          <Note tone="wait" icon="warn">
            <p>{unknown}</p>
          </Note>
        )}
        <p className="lead">{aboutText}</p>
        <TaskList tasks={tasks} />
      </div>
    </>
  )
}
