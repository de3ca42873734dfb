import { ChallengeNote, type ChallengeView } from '../challenge/challenge-note.tsx'
import { sendHref } from '../form/send-href.ts'
import { SavedChips } from '../saved-numbers/saved-chips.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { Button, ButtonLink, EnterButton } from '../ui/button.tsx'
import { type Problem, ProblemSummary } from '../ui/error-summary.tsx'
import { Field, PhoneField, ReferenceField } from '../ui/field.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { FindPage, FindTyped } from './find-step.ts'
export type FindAnswer =
  | { readonly typed: FindTyped; readonly problems: readonly Problem[]; readonly challenge?: ChallengeView }
  | { readonly mailed: string }

interface FindFormProps {
  readonly page: FindPage
  readonly saved: SavedChoice | undefined
  /** The code that was sent is no longer valid. */
  readonly hasEnded: boolean
  readonly answer: FindAnswer | undefined
}

/** Asks for the reference and a party of the payment. */
export function FindForm({ page, saved, hasEnded, answer }: FindFormProps) {
  if (answer !== undefined && 'mailed' in answer) return <Mailed page={page} text={answer.mailed} />
  const { problems = [], typed, challenge } = answer ?? {}
  return (
    <>
      <PageTitle title={page.pageTitle} />
      <PageHero title={page.heading}>
        <p>{page.intro}</p>
      </PageHero>
      <div className="wrap bill-page">
        <ProblemSummary texts={page} problems={problems} />
        {hasEnded && answer === undefined && <NoteSection tone="wait">{page.codeEnded}</NoteSection>}
        <form method="post" action={sendHref(page.here)} noValidate data-challenge={challenge?.proofOfWork}>
          {saved && <EnterButton>{page.send}</EnterButton>}
          <Parties page={page} saved={saved} typed={typed} problems={problems} />
          {challenge !== undefined && <ChallengeNote page={page.challenge} view={challenge} />}
          <div className="field">
            <Button>{page.send}</Button>
          </div>
        </form>
        <h2 className="section">{page.helpHeading}</h2>
        <p>{page.helpText}</p>
      </div>
    </>
  )
}

interface PartiesProps {
  readonly page: FindPage
  readonly saved: SavedChoice | undefined
  readonly typed: FindTyped | undefined
  readonly problems: readonly Problem[]
}

function Parties({ page, saved, typed, problems }: PartiesProps) {
  const errorOf = (name: string) => problems.find(({ field }) => field === name)?.text
  return (
    <>
      <ReferenceField
        id="reference"
        label={page.referenceLabel}
        hint={page.referenceHint}
        error={errorOf('reference')}
        defaultValue={typed?.reference ?? ''}
      />
      <PhoneField
        label={page.phoneLabel}
        hint={page.phoneHint}
        error={errorOf('msisdn')}
        prefix={page.prefix}
        defaultValue={typed?.msisdn ?? ''}
      >
        <SavedChips saved={saved} />
      </PhoneField>
      <details className="by-mail" open={(typed?.email ?? '') !== ''}>
        <summary className="link">{page.byMail}</summary>
        <Field
          id="email"
          label={page.mailLabel}
          hint={page.mailHint}
          error={errorOf('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={typed?.email ?? ''}
        />
      </details>
    </>
  )
}

function Mailed({ page, text }: { readonly page: FindPage; readonly text: string }) {
  return (
    <>
      <PageTitle title={page.mailedHeading} />
      <PageHero title={page.mailedHeading} />
      <div className="wrap bill-page">
        <p className="section">{text}</p>
        <p className="section">
          <ButtonLink href={page.here} variant="second">
            {page.another}
          </ButtonLink>
        </p>
      </div>
    </>
  )
}
