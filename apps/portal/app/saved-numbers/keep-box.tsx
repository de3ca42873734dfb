import { longestLabel } from '@nyanja/domain/numbers/saved-numbers'
import { Field } from '../ui/field.tsx'

/** The offer to save a number or an account before it is paid for. */
export interface KeepBoxView {
  readonly tick: string
  readonly name: string
  readonly hint: string
}

/** What the visitor has ticked. */
export interface Keeping {
  readonly label: string
}

export const keepFields = { tick: 'keep', label: 'label' } as const

interface KeepBoxProps {
  readonly view: KeepBoxView
  readonly keeping: Keeping | undefined
}

/** The style sheet shows the field of the name once the box is ticked. */
export function KeepBox({ view, keeping }: KeepBoxProps) {
  const { tick, label } = keepFields
  return (
    <div className="field keep-box">
      <label className="tick">
        <input name={tick} type="checkbox" value="on" defaultChecked={keeping !== undefined} /> <span>{view.tick}</span>
      </label>
      <Field
        id={label}
        label={view.name}
        hint={view.hint}
        maxLength={longestLabel}
        autoComplete="off"
        defaultValue={keeping?.label ?? ''}
      />
    </div>
  )
}
