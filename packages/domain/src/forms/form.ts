export const fieldTypes = ['text', 'tel', 'email', 'textarea', 'select', 'checkbox'] as const

export interface FormOption {
  readonly value: string
  /** What is shown, where it is not the value itself. */
  readonly label?: string | undefined
}

/** So that no pattern ever meets an endless text. */
export const longestAnswer = 2000

/** No request of a page brings more, so that what is too long comes back whole to whoever must shorten it. */
export const longestTyped = 64 * 1024

/** One question of a form. Lengths are in UTF-16 units, as in HTML. */
export interface FormField {
  readonly name: string
  readonly label: string
  readonly type: (typeof fieldTypes)[number]
  readonly required: boolean
  /** The whole answer must match, as for the attribute of the same name in HTML. */
  readonly pattern?: string | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly errorMessage?: string | undefined
  /** May hold {maxLength} and {length}, which is how long the answer is. */
  readonly tooLongMessage?: string | undefined
  readonly placeholder?: string | undefined
  readonly rank: number
  readonly options?: readonly FormOption[] | undefined
  /** The answer is a phone number of this country. */
  readonly countryCode?: string | undefined
}

export interface FormAction {
  readonly type: 'submit' | 'cancel' | 'other'
  readonly label: string
  readonly rank: number
  /** Where `other` leads: an address of this site, or a whole one. */
  readonly href?: string | undefined
}

/** Fields and actions are shown in the order of their ranks. */
export const byRank = <Ranked extends { readonly rank: number }>(all: readonly Ranked[]): Ranked[] =>
  all.toSorted((one, other) => one.rank - other.rank)

/** What a list shows of an option. */
export const optionText = ({ value, label = value }: FormOption): string => label

/** The options that hold what was typed, in their value or in what is shown of them. */
export function optionsWith(typed: string, options: readonly FormOption[]): FormOption[] {
  const wanted = typed.trim().toLowerCase()
  return options.filter((option) =>
    [option.value, optionText(option)].some((text) => text.toLowerCase().includes(wanted)),
  )
}

/** The content package that says how each form for messages is made. */
export const schemaOf = {
  contact: 'get-contact-form-schema',
  feedback: 'get-feedback-form-schema',
} as const

// `+` and `-` go beyond the specification's letters, digits, dot and underscore: real people have them in their addresses.
const address = /^[a-z0-9._+-]{1,64}@(?:[a-z0-9-]+\.)+[a-z]{2,}$/i

type EmailReading =
  | { readonly outcome: 'valid'; readonly email: string }
  | { readonly outcome: 'empty' | 'not_an_email' }

/** `c•••@e•••.mw`: enough for its owner to recognise, too little to write to. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${host.slice(host.lastIndexOf('.'))}`
}

export function parseEmail(text: string): EmailReading {
  const email = text.trim()
  if (email === '') return { outcome: 'empty' }
  return email.length <= 254 && address.test(email) ? { outcome: 'valid', email } : { outcome: 'not_an_email' }
}
