import { byRank, type FormAction, type FormField, type FormOption } from './form.ts'

/** Lists that a form may offer, by their names. */
export type ListName = 'towns'

/** A form as content people write it. */
export interface WrittenForm {
  readonly fields: readonly (FormField & { readonly optionsFrom?: ListName | undefined })[]
  readonly actions: readonly FormAction[]
}

/** The form as it is asked: in its order, with what its lists offer. */
export function openForm({ fields, actions }: WrittenForm, lists: Readonly<Record<ListName, readonly FormOption[]>>) {
  const offered = fields.map(
    ({ optionsFrom, ...field }): FormField =>
      optionsFrom === undefined ? field : { ...field, options: lists[optionsFrom] },
  )
  return { fields: byRank(offered), actions: byRank(actions) }
}
