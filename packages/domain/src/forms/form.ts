export const fieldTypes = ['text', 'tel', 'email', 'textarea', 'select', 'checkbox'] as const

export interface FormOption {
  readonly value: string
  /** The text shown to the visitor, where it differs from the value. */
  readonly label?: string | undefined
}

/** Limits the length of every text that is matched against a pattern. */
export const longestAnswer = 2000

/**
 * Request bodies cannot be longer, so a text that is too long always returns whole to the visitor who must shorten it.
 */
export const longestTyped = 64 * 1024

/** A field is one question of a form. Lengths are in UTF-16 units, as in HTML. */
export interface FormField {
  readonly name: string
  readonly label: string
  readonly type: (typeof fieldTypes)[number]
  readonly required: boolean
  /** The whole answer must match, as with the `pattern` attribute. */
  readonly pattern?: string | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly errorMessage?: string | undefined
  /** The message, which may hold {maxLength} and {length}, the length of the answer. */
  readonly tooLongMessage?: string | undefined
  readonly placeholder?: string | undefined
  readonly rank: number
  readonly options?: readonly FormOption[] | undefined
  /** The answer is a phone number of the market's country. */
  readonly countryCode?: string | undefined
}

export interface FormAction {
  readonly type: 'submit' | 'cancel' | 'other'
  readonly label: string
  readonly rank: number
  /** The address that `other` links to: a path of this site or a full URL. */
  readonly href?: string | undefined
}

/** Fields and actions are shown in ascending order of rank. */
export const byRank = <Ranked extends { readonly rank: number }>(all: readonly Ranked[]): Ranked[] =>
  all.toSorted((one, other) => one.rank - other.rank)

/** The text of an option in a list. */
export const optionText = ({ value, label = value }: FormOption): string => label

/** The options that contain the typed text in their value or label. */
export function filterOptions(typed: string, options: readonly FormOption[]): FormOption[] {
  const wanted = typed.trim().toLowerCase()
  return options.filter((option) =>
    [option.value, optionText(option)].some((text) => text.toLowerCase().includes(wanted)),
  )
}

/** The content package that defines the contact forms. */
export const schemaOf = {
  contact: 'get-contact-form-schema',
  feedback: 'get-feedback-form-schema',
} as const

// `+` and `-` go beyond the specification's letters, digits, dot and underscore: real people have them in their
// addresses.
const address = /^[a-z0-9._+-]{1,64}@(?:[a-z0-9-]+\.)+[a-z]{2,}$/i

type EmailReading =
  | { readonly outcome: 'valid'; readonly email: string }
  | { readonly outcome: 'empty' | 'not_an_email' }

/** Masks an address as `c•••@e•••.mw`: enough for its owner to recognise, too little to write to. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${host.slice(host.lastIndexOf('.'))}`
}

export function parseEmail(text: string): EmailReading {
  const email = text.trim()
  if (email === '') return { outcome: 'empty' }
  return email.length <= 254 && address.test(email) ? { outcome: 'valid', email } : { outcome: 'not_an_email' }
}
