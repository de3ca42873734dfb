import { SavedChips } from '../saved-numbers/saved-chips.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { PhoneField } from '../ui/field.tsx'
import { Message, Note, toneSigns } from '../ui/notes.tsx'
import type { LineStatus, NumberPage, OfferView } from './line-answer.ts'

interface NumberFieldProps {
  readonly page: Readonly<Record<'phoneLabel' | 'phoneHint' | 'prefix', string>>
  readonly saved?: SavedChoice
  readonly start: string
  readonly status?: LineStatus
  readonly errorRole?: 'alert' | undefined
  /** The page of an offer that was pressed before a challenge. */
  readonly otherPage?: NumberPage | undefined
}

/** The name of an offer's button, whose value is the page. */
export const otherPageField = 'page'

/** The number of a line, what is known of that line, and the numbers that this phone has saved. */
export function NumberField({ page, saved, start, status, errorRole, otherPage }: NumberFieldProps) {
  return (
    <PhoneField
      label={page.phoneLabel}
      hint={page.phoneHint}
      error={status?.is === 'fault' ? status.text : undefined}
      errorRole={errorRole}
      prefix={page.prefix}
      defaultValue={start}
    >
      <div role="status" data-line="">
        {status !== undefined && status.is !== 'fault' && <LineMessage status={status} />}
      </div>
      <SavedChips saved={saved} />
      {otherPage !== undefined && <input type="hidden" name={otherPageField} value={otherPage} />}
    </PhoneField>
  )
}

type ShownStatus = Exclude<LineStatus, { readonly is: 'fault' }>

const messageStyles = {
  checking: { tone: 'info', sign: toneSigns.wait },
  ready: { tone: 'ok' },
  unchecked: { tone: 'wait' },
} as const

function LineMessage({ status }: { readonly status: ShownStatus }) {
  if (status.is === 'offer') return <OfferNote {...status.offer} />
  return <Message {...messageStyles[status.is]}>{status.text}</Message>
}

/** The number goes along in the form, never in an address. */
function OfferNote({ heading, text, action }: OfferView) {
  return (
    <Note>
      <b>{heading}</b> <span>{text}</span> {/* A template has no button: old browsers would show one without a name. */}
      {action.text !== '' && (
        <button className="link" type="submit" name={otherPageField} value={action.page}>
          {action.text}
        </button>
      )}
    </Note>
  )
}

/** One of each status, without texts: `browser/check-fields.ts` copies and fills them. */
const blank: readonly ShownStatus[] = [
  { is: 'checking', text: '' },
  { is: 'ready', text: '' },
  { is: 'unchecked', text: '' },
  { is: 'offer', offer: { heading: '', text: '', action: { page: 'recharge', text: '' } } },
]

/** Renders the templates of a form that a module checks. */
export function LineTemplates() {
  return blank.map((status) => (
    <template key={status.is} data-is={status.is}>
      <LineMessage status={status} />
    </template>
  ))
}
