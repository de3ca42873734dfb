import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { TableTexts } from './table-view.ts'

interface SearchFormProps {
  readonly texts: TableTexts
  readonly action: string
  readonly typed: string
  /** Kind, period and order stay as they are. */
  readonly kept: Readonly<Record<string, string | undefined>>
}

/** Asks by its address, so that a search can be kept and sent. */
export function SearchForm({ texts, action, typed, kept }: SearchFormProps) {
  return (
    <search>
      <form action={action} className="search">
        <Field id="q" label={texts.searchLabel} type="search" autoComplete="off" defaultValue={typed} />
        {Object.entries(kept).map(
          ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} key={name} />,
        )}
        <Button>{texts.search}</Button>
      </form>
    </search>
  )
}
