import { FaultTemplate } from '../form/fault-template.tsx'
import { TollNote, type TollView } from '../toll/toll-note.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import type { TrackTyped } from './track-step.ts'
import type { TrackPage } from './track-words.ts'

interface TrackFormProps {
  readonly page: TrackPage
  readonly typed: TrackTyped
  readonly errors: Readonly<Partial<Record<string, string>>>
  readonly toll: TollView | undefined
}

export function TrackForm({ page, typed, errors, toll }: TrackFormProps) {
  return (
    <form method="post" action={page.here} noValidate data-gate={page.rules} data-puzzle={toll?.puzzle}>
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
      {toll !== undefined && <TollNote page={page} toll={toll} />}
      <div className="field">
        <Button>{page.find}</Button>
      </div>
      <FaultTemplate />
    </form>
  )
}
