import { Button } from '../ui/button.tsx'
import { RadioChips } from '../ui/chips.tsx'
import { Field } from '../ui/field.tsx'
import type { CoverageTexts } from './coverage-view.ts'

interface CoverageFormProps {
  readonly view: {
    readonly texts: CoverageTexts
    readonly action: string
    readonly typed: string
    readonly technology: string
    readonly radios: readonly { readonly value: string; readonly label: string }[]
    /** What the browser may offer while somebody types. */
    readonly towns: readonly string[]
  }
}

/** Asks by its address, so that an answer can be kept and sent. */
export function CoverageForm({ view: { texts, action, typed, technology, radios, towns } }: CoverageFormProps) {
  return (
    <search>
      <form action={action} className="coverage-form" data-live-form="">
        <Field
          id="q"
          label={texts.placeLabel}
          type="search"
          autoComplete="off"
          placeholder={texts.placePlaceholder}
          list="towns"
          defaultValue={typed}
        />
        <datalist id="towns">
          {towns.map((town) => (
            <option value={town} key={town} />
          ))}
        </datalist>
        {radios.length > 0 && (
          <RadioChips legend={texts.technologyLegend} name="filter" options={radios} defaultValue={technology} />
        )}
        <Button>{texts.show}</Button>
      </form>
    </search>
  )
}
