import { ButtonLink } from '../ui/button.tsx'
import { LegTimeline } from '../ui/leg-timeline.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky, Sun } from '../ui/sky.tsx'
import { Facts, Slip } from '../ui/slip.tsx'
import { Tag } from '../ui/tag.tsx'
import { TaskList } from '../ui/task-list.tsx'
import { WayBack } from '../ui/way-back.tsx'
import type { TrackedView } from './tracked-view.ts'

/** How one order goes: what is so, what was before it, and what follows. */
export function TrackedPage({ view }: { readonly view: TrackedView }) {
  const { texts, heading, text, tone, sun } = view
  return (
    <>
      <PageTitle title={`${heading}: ${view.reference}`} />
      <meta name="robots" content="noindex" />
      <Sky
        title={heading}
        meta={
          <>
            <WayBack href={view.anotherHref} text={texts.another} />
            <Tag isState tone={tone}>
              {view.reference}
            </Tag>
          </>
        }
        sun={sun && <Sun level={sun} {...(sun === 'risen' && { icon: 'tick' as const })} />}
      >
        <p>{text}</p>
      </Sky>
      <div className="wrap columns tracked">
        <section aria-labelledby="steps">
          <h2 id="steps">{texts.steps}</h2>
          <LegTimeline steps={view.steps} />
          {view.offer !== undefined && <ButtonLink href={view.offer}>{texts.orderAgain}</ButtonLink>}
        </section>
        <div className="section side">
          <Slip>
            <h2>{texts.yourOrder}</h2>
            <Facts facts={view.facts} />
          </Slip>
          <h2>{texts.helpHeading}</h2>
          <TaskList tasks={view.help} />
        </div>
      </div>
    </>
  )
}
