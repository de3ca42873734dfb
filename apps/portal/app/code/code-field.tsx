import { Message } from '../ui/notes.tsx'
import { Cells } from './cells.tsx'

interface CodeFieldProps {
  readonly id: string
  readonly label: string
  readonly length: number
  readonly error?: string
}

/**
 * One input over drawn boxes, so that paste, autofill and screen readers meet a single field. Without a greatest
 * length: it would cut a pasted `123 456`.
 */
export function CodeField({ id, label, length, error }: CodeFieldProps) {
  return (
    <div className={error === undefined ? 'field' : 'field wrong'}>
      <label htmlFor={id}>{label}</label>
      {error !== undefined && (
        <Message tone="bad" id={`${id}-error`}>
          {error}
        </Message>
      )}
      <div className="code">
        <Cells length={length} />
        <input
          id={id}
          name={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
      </div>
    </div>
  )
}
