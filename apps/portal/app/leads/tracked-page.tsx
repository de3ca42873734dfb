import { BackLink } from '../ui/back-link.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, ProgressMark } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { StepTimeline } from '../ui/step-timeline.tsx'
import { TaskList } from '../ui/task-list.tsx'
import { type PayAnswer, PayForm } from './pay-form.tsx'
import type { TrackedView } from './tracked-view.ts'

interface TrackedPageProps {
  readonly view: TrackedView
  readonly answer: PayAnswer | undefined
}

/** How one order goes: what is so, what was before it, and what follows. */
export function TrackedPage({ view, answer }: TrackedPageProps) {
  const { words, heading, text, progressMark, money } = view
  return (
    <>
      <PageTitle title={`${heading}: ${view.reference}`} />
      <meta name="robots" content="noindex" />
      <PageHero
        title={heading}
        meta={<BackLink href={view.anotherHref} text={words.another} />}
        progressMark={
          progressMark && (
            <ProgressMark level={progressMark} {...(progressMark === 'risen' && { icon: 'tick' as const })} />
          )
        }
      >
        <p>{text}</p>
      </PageHero>
      <div className="wrap columns tracked">
        <section aria-labelledby="steps">
          {money.map((paid) => (
            <Note key={paid.id} tone={paid.tone}>
              <b>{paid.heading}</b> {paid.text}
            </Note>
          ))}
          <h2 id="steps">{words.steps}</h2>
          <StepTimeline steps={view.steps} />
          {view.pay && <PayForm words={view.pay} here={view.here} answer={answer} />}
          {view.offer !== undefined && <ButtonLink href={view.offer}>{words.orderAgain}</ButtonLink>}
        </section>
        <div className="section side">
          <OrderSummary>
            <h2>{words.yourOrder}</h2>
            <p className="reference">{view.reference}</p>
            <Facts facts={view.facts} />
          </OrderSummary>
          <h2>{words.helpHeading}</h2>
          <TaskList tasks={view.help} />
        </div>
      </div>
    </>
  )
}
