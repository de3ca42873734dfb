import { ChallengeNote, type ChallengeView } from '../challenge/challenge-note.tsx'
import { SubmitField } from '../form/submit-field.tsx'
import { Field, PhoneField } from '../ui/field.tsx'
import type { TrackPage, TrackTyped } from './track-texts.ts'

interface TrackFormProps {
  readonly page: TrackPage
  readonly typed: TrackTyped
  readonly errors: Readonly<Partial<Record<string, string>>>
  readonly challenge: ChallengeView | undefined
}

export function TrackForm({ page, typed, errors, challenge }: TrackFormProps) {
  return (
    <form method="post" action={page.here} noValidate data-rules={page.rules} data-challenge={challenge?.proofOfWork}>
      <Field
        id="reference"
        label={page.referenceLabel}
        hint={page.referenceHint}
        error={errors.reference}
        isFigures
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={typed.reference}
        data-needs="\w{8}$"
        data-wrong={page.referenceExample}
        data-empty={page.referenceMissing}
      />
      <PhoneField
        label={page.phoneLabel}
        hint={page.phoneHint}
        error={errors.msisdn}
        prefix={page.prefix}
        defaultValue={typed.msisdn}
      />
      {challenge !== undefined && <ChallengeNote page={page} view={challenge} />}
      <SubmitField needs={[page.referenceLabel, page.phoneLabel]}>{page.find}</SubmitField>
    </form>
  )
}
