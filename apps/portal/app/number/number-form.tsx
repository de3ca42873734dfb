import { ChallengeNote, type ChallengeNoteProps } from '../challenge/challenge-note.tsx'
import { PostForm } from '../form/post-form.tsx'
import { SubmitField } from '../form/submit-field.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { EnterButton } from '../ui/button.tsx'
import type { LineStatus, NumberPage, OfferView } from './line-answer.ts'
import { LineTemplates, NumberField } from './number-field.tsx'

interface NumberFormProps {
  readonly page: Readonly<Record<'phoneLabel' | 'phoneHint' | 'prefix' | 'rules' | 'checkHref' | 'continue', string>>
  readonly saved?: SavedChoice
  readonly answer: NumberAnswer
}

/** A page's answer to a number that cannot be used yet; its other steps have answers of their own. */
export interface NumberAnswer {
  readonly typed?: { readonly msisdn?: string }
  readonly error?: { readonly field: string; readonly text: string }
  readonly offer?: OfferView
  /** The challenge before another number. */
  readonly challenge?: ChallengeNoteProps
  /** The page of an offer that was pressed before the challenge. */
  readonly otherPage?: NumberPage
}

/** Tells whether the page shows the step of the number, though it may know a line. */
export function isAboutNumber({ error, offer, challenge }: NumberAnswer): boolean {
  return offer !== undefined || challenge !== undefined || error?.field === 'msisdn'
}

export function toStatus({ error, offer }: NumberAnswer): LineStatus | undefined {
  if (error !== undefined) return { is: 'fault', text: error.text }
  return offer && { is: 'offer', offer }
}

/** The first step of every page that needs a line before it shows anything of it. */
export function NumberForm({ page, saved, answer }: NumberFormProps) {
  const { typed, challenge, otherPage } = answer
  return (
    <PostForm
      noValidate
      data-rules={page.rules}
      data-check={page.checkHref}
      data-challenge={challenge?.view.proofOfWork}
    >
      <EnterButton name="intent" value="number">
        {page.continue}
      </EnterButton>
      <NumberField
        page={page}
        saved={saved}
        start={typed?.msisdn ?? ''}
        status={toStatus(answer)}
        otherPage={otherPage}
      />
      {challenge !== undefined && <ChallengeNote {...challenge} />}
      <SubmitField needs={[page.phoneLabel]} name="intent" value="number">
        {page.continue}
      </SubmitField>
      <LineTemplates />
    </PostForm>
  )
}
