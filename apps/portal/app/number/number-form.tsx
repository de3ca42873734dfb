import { ChallengeNote, type ChallengeNoteProps } from '../challenge/challenge-note.tsx'
import { SubmitField } from '../form/submit-field.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { ButtonChips } from '../ui/chips.tsx'
import { Note } from '../ui/note.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import type { OfferView } from './offer-view.ts'

interface NumberFormProps {
  readonly page: Readonly<Record<'phoneLabel' | 'phoneHint' | 'prefix' | 'rules' | 'checkHref' | 'continue', string>>
  readonly saved?: SavedChoice
  readonly answer: NumberAnswer
}

/** What a page answers to a number that leads no further yet; its other steps have answers of their own. */
export interface NumberAnswer {
  readonly typed?: { readonly msisdn?: string }
  readonly error?: { readonly field: string; readonly text: string }
  readonly offer?: OfferView
  /** What the number costs first. */
  readonly challenge?: ChallengeNoteProps
}

/** Whether the page shows the step of the number, though it may know a line. */
export function isAboutNumber({ error, offer, challenge }: NumberAnswer): boolean {
  return offer !== undefined || challenge !== undefined || error?.field === 'msisdn'
}

/** The first step wherever a line is named before anything is shown of it. */
export function NumberForm({ page, saved, answer: { typed, error, offer, challenge } }: NumberFormProps) {
  return (
    <form
      method="post"
      noValidate
      data-gate={page.rules}
      data-check={page.checkHref}
      data-challenge={challenge?.view.proofOfWork}
    >
      <PhoneField
        label={page.phoneLabel}
        hint={page.phoneHint}
        error={error?.text}
        prefix={page.prefix}
        defaultValue={typed?.msisdn ?? ''}
      >
        <p role="status" data-line="" />
        {saved && <ButtonChips {...saved.chips} />}
        {saved && <button className="link" type="submit" {...saved.wipe} />}
      </PhoneField>
      {offer !== undefined && (
        <div className="section">
          <Note>
            <b>{offer.heading}</b> {offer.text}{' '}
            <button className="link" type="submit" formAction={offer.action.href}>
              {offer.action.text}
            </button>
          </Note>
        </div>
      )}
      {challenge !== undefined && <ChallengeNote {...challenge} />}
      <SubmitField needs={[page.phoneLabel]} name="intent" value="number">
        {page.continue}
      </SubmitField>
    </form>
  )
}
