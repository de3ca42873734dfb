import { fill } from '@nyanja/domain/texts/fill'
import type { ChallengeView } from '../challenge/challenge-note.tsx'
import { ErrorSummary, type Problem } from '../ui/error-summary.tsx'
import { Note } from '../ui/note.tsx'
import { PageHero } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { TrackForm } from './track-form.tsx'
import type { TrackTyped } from './track-step.ts'
import type { TrackPage } from './track-texts.ts'

interface FindPageProps {
  readonly page: TrackPage
  /** The link led to no order. */
  readonly isGone: boolean
  readonly answer:
    | { readonly typed: TrackTyped; readonly problems: readonly Problem[]; readonly challenge?: ChallengeView }
    | undefined
}

/** Asks which order, and for its number. */
export function FindPage({ page, isGone, answer }: FindPageProps) {
  const { problems = [], typed = { reference: '', msisdn: '' }, challenge } = answer ?? {}
  const heading = problems.length > 1 ? fill(page.summaryMany, { count: problems.length }) : page.summaryOne
  return (
    <>
      <PageTitle title={page.pageTitle} />
      <PageHero title={page.heading}>
        <p>{page.intro}</p>
      </PageHero>
      <div className="wrap bill-page">
        {problems.length > 0 && <ErrorSummary heading={heading} problems={problems} />}
        {isGone && (
          <div className="section">
            <Note tone="wait">{page.linkGone}</Note>
          </div>
        )}
        <TrackForm
          page={page}
          typed={typed}
          errors={Object.fromEntries(problems.map(({ field, text }) => [field, text]))}
          challenge={challenge}
        />
      </div>
    </>
  )
}
