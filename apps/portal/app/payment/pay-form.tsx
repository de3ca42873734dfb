import { parseEmail } from '@nyanja/domain/forms/form'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { ChallengeNote } from '../challenge/challenge-note.tsx'
import { sendHref } from '../form/send-href.ts'
import { classNames } from '../format/text.ts'
import { KeepBox } from '../saved-numbers/keep-box.tsx'
import { Button, EnterButton, useSending } from '../ui/button.tsx'
import { ButtonChips } from '../ui/chips.tsx'
import { Field, PhoneField } from '../ui/field.tsx'
import { Note } from '../ui/notes.tsx'
import type { PayAnswer } from './pay-action.ts'
import type { PayerFieldName, PayerForm } from './payer-forms.ts'
import type { StartView } from './start-view.ts'

type Fault = 'empty' | 'invalid'

/** What the visitor can see of a field: `none` where a fault that was shown has gone. */
type ShownFaults = Partial<Record<PayerFieldName, Fault | 'none'>>

/** What the server would refuse without asking anybody. */
function faultOf(name: PayerFieldName, typed: string, rules: StartView['rules']): Fault | undefined {
  const { outcome } = name === 'email' ? parseEmail(typed) : parseMsisdn(typed, rules)
  if (outcome === 'valid') return undefined
  return outcome === 'empty' ? 'empty' : 'invalid'
}

/** The fields that keep the button off, read from the form itself: text typed before the script loaded counts too. */
function useFaults({ fields }: PayerForm, rules: StartView['rules']) {
  const form = useRef<HTMLFormElement>(null)
  const [faulty, setFaulty] = useState<readonly PayerFieldName[]>([])
  const [shown, setShown] = useState<ShownFaults>({})
  const touched = useRef(new Set<string>())

  function read() {
    setFaulty(
      fields.flatMap(({ name }) => {
        const field = form.current?.elements.namedItem(name)
        return field instanceof HTMLInputElement && faultOf(name, field.value, rules) !== undefined ? [name] : []
      }),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is read once when the script arrives, and when the browser brings it back
  useEffect(() => {
    read()
    // A field may have been filled and left before the script arrived.
    for (const { name } of fields) {
      const field = form.current?.elements.namedItem(name)
      if (!(field instanceof HTMLInputElement) || field.value === '' || field === document.activeElement) continue
      if (faultOf(name, field.value, rules) !== undefined) show(field)
    }
    window.addEventListener('pageshow', read)
    return () => window.removeEventListener('pageshow', read)
  }, [])

  function show({ name, value }: HTMLInputElement) {
    const field = fields.find((each) => each.name === name)
    if (field) setShown((before) => ({ ...before, [field.name]: faultOf(field.name, value, rules) ?? 'none' }))
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement)) return
    touched.current.add(target.name)
    // A fault disappears with its reason, and does not appear while the visitor is still typing.
    if (target.closest('.wrong')) show(target)
    read()
  }

  function onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    // A message below the finger would move what it is about to press, and one above it what it is pressing.
    if (currentTarget.querySelector('.chips :active')) return
    if (target instanceof HTMLInputElement && touched.current.has(target.name)) show(target)
  }

  return { form, faulty, shown, onInput, onBlur }
}

/** Tells whether the form is sent by a button of that name; old browsers do not say. */
const isPressOf = (name: string | undefined, event: Event) =>
  'submitter' in event && event.submitter instanceof HTMLButtonElement && event.submitter.name === name

interface PayFormProps {
  readonly view: StartView
  readonly option: StartView['options'][number]
  readonly answer?: PayAnswer
  readonly begin: () => void
}

/** The form is sent as a whole document: it works the same before and after the script has loaded. */
export function PayForm({ view, option: { href, form }, answer, begin }: PayFormProps) {
  const challenge = answer?.challenge
  const sending = useSending()
  const faults = useFaults(form, view.rules)
  const labels = form.fields.filter(({ name }) => faults.faulty.includes(name)).map(({ label }) => label)
  const isOff = labels.length > 0
  const toContinue = view.texts.toContinue.replace('{fields}', labels.join(', '))
  const send = ({ nativeEvent }: FormEvent) => {
    // A saved number only fills the field.
    if (isPressOf(view.saved?.name, nativeEvent)) return
    begin()
    sending.begin()
  }
  return (
    <form
      ref={faults.form}
      method="post"
      action={sendHref(href)}
      noValidate
      onInput={faults.onInput}
      onBlur={faults.onBlur}
      onSubmit={send}
      data-challenge={challenge?.view.proofOfWork}
    >
      {view.saved !== undefined && <EnterButton isOff={isOff}>{form.button}</EnterButton>}
      <h2>{form.heading}</h2>
      {view.currencies?.sealed && <input type="hidden" name="quote" value={view.currencies.sealed} />}
      {form.needsScript !== undefined && (
        <noscript>
          <Note tone="wait">{form.needsScript}</Note>
        </noscript>
      )}
      {form.fields.map((field) => (
        <PayerField
          key={field.name}
          view={view}
          form={form}
          field={field}
          answer={answer}
          fault={faults.shown[field.name]}
        />
      ))}
      {view.keep !== undefined && <KeepBox view={view.keep} keeping={answer?.keeping} />}
      {view.gift !== undefined && <GiftField gift={view.gift} answer={answer} />}
      {challenge !== undefined && <ChallengeNote {...challenge} />}
      <div className="field">
        <Button isOff={isOff} busy={sending.isSending ? view.texts.sending : undefined}>
          {form.button}
        </Button>
        {form.fields.length > 0 && (
          <p className={classNames('hint', 'by-script', isOff && 'ready')} data-room={isOff ? undefined : toContinue}>
            {isOff && toContinue}
          </p>
        )}
      </div>
      {form.cancel !== undefined && (
        <p>
          <a className="link" href={view.backHref}>
            {form.cancel}
          </a>
        </p>
      )}
      <p className="hint">{form.next}</p>
    </form>
  )
}

interface GiftFieldProps {
  readonly gift: NonNullable<StartView['gift']>
  readonly answer: PayAnswer | undefined
}

/** The field is folded, because most purchases are no gifts. */
function GiftField({ gift: { summary, label, hint, start }, answer }: GiftFieldProps) {
  const error = answer?.problems.find(({ field }) => field === 'giftMessage')?.text
  const typed = answer?.typed.giftMessage ?? start
  return (
    <details className="gift" open={typed !== ''}>
      <summary className="link">{summary}</summary>
      <Field id="giftMessage" label={label} hint={hint} error={error} autoComplete="off" defaultValue={typed} />
    </details>
  )
}

interface PayerFieldProps {
  readonly view: StartView
  readonly form: StartView['options'][number]['form']
  readonly field: PayerForm['fields'][number]
  readonly answer?: PayAnswer
  readonly fault: ShownFaults[PayerFieldName]
}

function PayerField({ view: { prefix, saved }, form: { number }, field, answer, fault }: PayerFieldProps) {
  const { name, label, hint } = field
  const answered = answer?.problems.find(({ field }) => field === name)?.text
  const found = fault === undefined || fault === 'none' ? undefined : field[fault]
  const error = fault === undefined ? answered : found
  const errorRole = found === undefined ? undefined : 'alert'
  const typed = answer?.typed[name]
  const shared = { id: name, label, error, errorRole } as const
  if (name === 'email') return <Field {...shared} hint={hint} type="email" autoComplete="email" defaultValue={typed} />
  return (
    <PhoneField {...shared} hint={number.why ?? hint} prefix={prefix} defaultValue={typed ?? number.start}>
      {saved !== undefined && <ButtonChips {...saved} />}
    </PhoneField>
  )
}
