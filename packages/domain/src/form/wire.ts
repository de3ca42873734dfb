import type { FormField } from './form.ts'
import type { FormRules } from './form-rules.ts'

/** What a browser needs to judge a form, and nothing that it can read from the page. */
export function rulesOnWire({ fields, words, numbers }: FormRules): string {
  const { countryCode, length, trunk, prefixes } = numbers
  return JSON.stringify({ fields: fields.map(judged), words, numbers: { countryCode, length, trunk, prefixes } })
}

const judged = ({ placeholder: _shown, options, ...field }: FormField) => ({
  ...field,
  ...(options !== undefined && { options: options.map(({ value }) => ({ value })) }),
})
