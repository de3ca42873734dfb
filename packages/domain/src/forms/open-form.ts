import type { MsisdnRules } from '../numbers/msisdn.ts'
import { byRank, type FormAction, type FormField, type FormOption } from './form.ts'
import type { FaultWords } from './form-rules.ts'

/** Lists that a form may offer, by their names. */
export type ListName = 'towns'

/** A form as content people write it. */
export interface WrittenForm {
  readonly fields: readonly (FormField & { readonly optionsFrom?: ListName | undefined })[]
  readonly actions: readonly FormAction[]
}

interface FormSources<Words> {
  readonly towns: readonly { readonly name: string }[]
  /** Of the reader: its letters say the order of a list. */
  readonly language: string
  readonly words: Words
  readonly numbers: MsisdnRules
}

/** The form as it is asked and judged: in its order, with what its lists offer. */
export function openForm<Words extends FaultWords>(
  { fields, actions }: WrittenForm,
  { towns, language, words, numbers }: FormSources<Words>,
) {
  const lists: Readonly<Record<ListName, readonly FormOption[]>> = { towns: optionsOf(towns, language) }
  const offered = fields.map(
    ({ optionsFrom, ...field }): FormField =>
      optionsFrom === undefined ? field : { ...field, options: lists[optionsFrom] },
  )
  return { fields: byRank(offered), actions: byRank(actions), words, numbers }
}

function optionsOf(all: readonly { readonly name: string }[], language: string): FormOption[] {
  const names = all.map(({ name }) => name)
  return names.toSorted((one, other) => one.localeCompare(other, language)).map((value) => ({ value }))
}
