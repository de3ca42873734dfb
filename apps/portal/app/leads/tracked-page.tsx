import { ButtonLink } from '../ui/button.tsx'
import { LegTimeline } from '../ui/leg-timeline.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky, Sun } from '../ui/sky.tsx'
import { Facts, Slip } from '../ui/slip.tsx'
import { TaskList } from '../ui/task-list.tsx'
import { WayBack } from '../ui/way-back.tsx'
import { type PayAnswer, PayForm } from './pay-form.tsx'
import type { TrackPage } from './track-words.ts'
import type { TrackedView } from './tracked-view.ts'

interface TrackedPageProps {
  readonly view: TrackedView
  readonly page: TrackPage
  readonly answer: PayAnswer | undefined
}

/** How one order goes: what is so, what was before it, and what follows. */
export function TrackedPage({ view, page, answer }: TrackedPageProps) {
  const { texts, heading, text, sun } = view
  return (
    <>
      <PageTitle title={`${heading}: ${view.reference}`} />
      <meta name="robots" content="noindex" />
      <Sky
        title={heading}
        meta={<WayBack href={view.anotherHref} text={texts.another} />}
        sun={sun && <Sun level={sun} {...(sun === 'risen' && { icon: 'tick' as const })} />}
      >
        <p>{text}</p>
      </Sky>
      <div className="wrap columns tracked">
        <section aria-labelledby="steps">
          <h2 id="steps">{texts.steps}</h2>
          <LegTimeline steps={view.steps} />
          {view.canPay && <PayForm page={page} here={view.here} answer={answer} />}
          {view.offer !== undefined && <ButtonLink href={view.offer}>{texts.orderAgain}</ButtonLink>}
        </section>
        <div className="section side">
          <Slip>
            <h2>{texts.yourOrder}</h2>
            <p className="reference">{view.reference}</p>
            <Facts facts={view.facts} />
          </Slip>
          <h2>{texts.helpHeading}</h2>
          <TaskList tasks={view.help} />
        </div>
      </div>
    </>
  )
}
