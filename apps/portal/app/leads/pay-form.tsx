import { TollNote, type TollView } from '../toll/toll-note.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { TrackPage } from './track-words.ts'

export interface PayAnswer {
  readonly typed: string
  readonly error?: string
  readonly toll?: TollView
}

interface PayFormProps {
  readonly page: TrackPage
  readonly here: string
  readonly answer: PayAnswer | undefined
}

export function PayForm({ page, here, answer }: PayFormProps) {
  const { typed = '', error, toll } = answer ?? {}
  return (
    <section className="section" aria-labelledby="pay">
      <h2 id="pay">{page.payHeading}</h2>
      <p>{page.payText}</p>
      <form method="post" action={here} noValidate data-gate data-puzzle={toll?.puzzle}>
        <Field
          id="msisdn"
          label={page.phoneLabel}
          hint={page.phoneHint}
          error={error}
          prefix={page.prefix}
          isFigures
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          defaultValue={typed}
          data-needs="\d{9}$"
        />
        {toll !== undefined && <TollNote page={page} toll={toll} />}
        <div className="field">
          <Button>{page.pay}</Button>
        </div>
      </form>
    </section>
  )
}
