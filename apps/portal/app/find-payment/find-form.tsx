import { fill } from '@nyanja/domain/texts/fill'
import { ChallengeNote, type ChallengeView } from '../challenge/challenge-note.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorSummary, type Problem } from '../ui/error-summary.tsx'
import { Field, PhoneField } from '../ui/field.tsx'
import { Note } from '../ui/notes.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { FindPage, FindTyped } from './find-step.ts'
export type FindAnswer =
  | { readonly typed: FindTyped; readonly problems: readonly Problem[]; readonly challenge?: ChallengeView }
  | { readonly mailed: string }

interface FindFormProps {
  readonly page: FindPage
  /** The code that was sent is no longer valid. */
  readonly hasEnded: boolean
  readonly answer: FindAnswer | undefined
}

/** Asks for the reference and a party of the payment. */
export function FindForm({ page, hasEnded, answer }: FindFormProps) {
  if (answer !== undefined && 'mailed' in answer) return <Mailed page={page} text={answer.mailed} />
  const { problems = [], typed, challenge } = answer ?? {}
  const heading = problems.length > 1 ? fill(page.summaryMany, { count: problems.length }) : page.summaryOne
  return (
    <>
      <PageTitle title={page.pageTitle} />
      <PageHero title={page.heading}>
        <p>{page.intro}</p>
      </PageHero>
      <div className="wrap bill-page">
        {problems.length > 0 && <ErrorSummary heading={heading} problems={problems} />}
        {hasEnded && answer === undefined && (
          <div className="section">
            <Note tone="wait">{page.codeEnded}</Note>
          </div>
        )}
        <form method="post" action={page.here} noValidate data-challenge={challenge?.proofOfWork}>
          <Parties page={page} typed={typed} problems={problems} />
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
  readonly typed: FindTyped | undefined
  readonly problems: readonly Problem[]
}

function Parties({ page, typed, problems }: PartiesProps) {
  const errorOf = (name: string) => problems.find(({ field }) => field === name)?.text
  return (
    <>
      <Field
        id="reference"
        label={page.referenceLabel}
        hint={page.referenceHint}
        error={errorOf('reference')}
        isFigures
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={typed?.reference ?? ''}
      />
      <PhoneField
        label={page.phoneLabel}
        hint={page.phoneHint}
        error={errorOf('msisdn')}
        prefix={page.prefix}
        defaultValue={typed?.msisdn ?? ''}
      />
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
          <ButtonLink href={page.here} look="second">
            {page.another}
          </ButtonLink>
        </p>
      </div>
    </>
  )
}
