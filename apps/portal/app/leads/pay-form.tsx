import { ChallengeNote, type ChallengeView } from '../challenge/challenge-note.tsx'
import { SubmitField } from '../form/submit-field.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import type { PayWords } from './track-texts.ts'

export interface PayAnswer {
  readonly typed: string
  readonly error?: string
  readonly challenge?: ChallengeView
}

interface PayFormProps {
  readonly words: PayWords
  readonly here: string
  readonly answer: PayAnswer | undefined
}

export function PayForm({ words, here, answer }: PayFormProps) {
  const { typed = '', error, challenge } = answer ?? {}
  return (
    <section className="section" aria-labelledby="pay">
      <h2 id="pay">{words.heading}</h2>
      <p>{words.text}</p>
      <form method="post" action={here} noValidate data-gate={words.rules} data-challenge={challenge?.proofOfWork}>
        <PhoneField
          label={words.phoneLabel}
          hint={words.phoneHint}
          error={error}
          prefix={words.prefix}
          defaultValue={typed}
        />
        {challenge !== undefined && <ChallengeNote page={words} view={challenge} />}
        <SubmitField needs={[words.phoneLabel]}>{words.pay}</SubmitField>
      </form>
    </section>
  )
}
