import { ChallengeNote, type ChallengeNoteProps } from '../challenge/challenge-note.tsx'
import { FaultTemplate } from '../form/fault-template.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { Button } from '../ui/button.tsx'
import { ButtonChips } from '../ui/chips.tsx'
import { Note } from '../ui/note.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import type { OfferView } from './offer-view.ts'

interface NumberFormProps {
  readonly page: Readonly<Record<'phoneLabel' | 'phoneHint' | 'prefix' | 'rules' | 'checkHref' | 'continue', string>>
  readonly saved?: SavedChoice
  readonly start: string
  readonly error?: string
  readonly offer?: OfferView
  readonly challenge?: ChallengeNoteProps | undefined
}

/** The first step wherever a line is named before anything is shown of it. */
export function NumberForm({ page, saved, start, error, offer, challenge }: NumberFormProps) {
  return (
    <form
      method="post"
      noValidate
      data-gate={page.rules}
      data-check={page.checkHref}
      data-challenge={challenge?.view.proofOfWork}
    >
      <PhoneField label={page.phoneLabel} hint={page.phoneHint} error={error} prefix={page.prefix} defaultValue={start}>
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
      <div className="field">
        <Button name="intent" value="number">
          {page.continue}
        </Button>
      </div>
      <FaultTemplate />
    </form>
  )
}
