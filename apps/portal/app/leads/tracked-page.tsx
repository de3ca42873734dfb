import { ButtonLink } from '../ui/button.tsx'
import { LegTimeline } from '../ui/leg-timeline.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky, Sun } from '../ui/sky.tsx'
import { Facts, Slip } from '../ui/slip.tsx'
import { TaskList } from '../ui/task-list.tsx'
import { WayBack } from '../ui/way-back.tsx'
import { type PayAnswer, PayForm } from './pay-form.tsx'
import type { TrackedView } from './tracked-view.ts'

interface TrackedPageProps {
  readonly view: TrackedView
  readonly answer: PayAnswer | undefined
}

/** How one order goes: what is so, what was before it, and what follows. */
export function TrackedPage({ view, answer }: TrackedPageProps) {
  const { words, heading, text, sun, money } = view
  return (
    <>
      <PageTitle title={`${heading}: ${view.reference}`} />
      <meta name="robots" content="noindex" />
      <Sky
        title={heading}
        meta={<WayBack href={view.anotherHref} text={words.another} />}
        sun={sun && <Sun level={sun} {...(sun === 'risen' && { icon: 'tick' as const })} />}
      >
        <p>{text}</p>
      </Sky>
      <div className="wrap columns tracked">
        <section aria-labelledby="steps">
          {money.map((paid) => (
            <Note key={paid.id} tone={paid.tone}>
              <b>{paid.heading}</b> {paid.text}
            </Note>
          ))}
          <h2 id="steps">{words.steps}</h2>
          <LegTimeline steps={view.steps} />
          {view.pay && <PayForm words={view.pay} here={view.here} answer={answer} />}
          {view.offer !== undefined && <ButtonLink href={view.offer}>{words.orderAgain}</ButtonLink>}
        </section>
        <div className="section side">
          <Slip>
            <h2>{words.yourOrder}</h2>
            <p className="reference">{view.reference}</p>
            <Facts facts={view.facts} />
          </Slip>
          <h2>{words.helpHeading}</h2>
          <TaskList tasks={view.help} />
        </div>
      </div>
    </>
  )
}
