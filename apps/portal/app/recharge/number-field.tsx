import type { OfferView } from '../number/offer-view.ts'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { ButtonChips } from '../ui/chips.tsx'
import { Message } from '../ui/message.tsx'
import { Note } from '../ui/note.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import type { LineState } from './line-state.ts'
import type { RechargePage } from './recharge-page.ts'
import { numberMessage } from './recharge-problems.ts'

interface NumberFieldProps {
  readonly page: RechargePage
  readonly saved?: SavedChoice
  readonly start: string
  readonly state: LineState
}

const answers = {
  checking: { tone: 'info', icon: 'clock', text: 'checkingLine' },
  ready: { tone: 'ok', icon: 'tick', text: 'linePrepaid' },
  unchecked: { tone: 'wait', icon: 'clock', text: 'lineUnchecked' },
} as const

export function NumberField({ page, saved, start, state }: NumberFieldProps) {
  const { texts, rules } = page
  return (
    <PhoneField
      label={texts.phoneLabel}
      hint={texts.phoneHint}
      error={state.is === 'fault' ? numberMessage(state.fault, texts) : undefined}
      prefix={`+${rules.countryCode}`}
      defaultValue={start}
    >
      <div role="status">
        {(state.is === 'checking' || state.is === 'ready' || state.is === 'unchecked') && (
          <Message tone={answers[state.is].tone} icon={answers[state.is].icon}>
            {texts[answers[state.is].text]}
          </Message>
        )}
        {state.is === 'offer' && <OfferNote {...state.offer} />}
      </div>
      {saved && <ButtonChips {...saved.chips} />}
      {saved && <button className="link" type="submit" {...saved.wipe} />}
    </PhoneField>
  )
}

/** The number goes along in the form, never in an address. */
function OfferNote({ heading, text, action }: OfferView) {
  return (
    <div className="offer">
      <Note>
        <b>{heading}</b> {text}{' '}
        <button className="link" type="submit" formAction={action.href}>
          {action.text}
        </button>
      </Note>
    </div>
  )
}
