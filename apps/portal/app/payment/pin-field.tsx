import { Cells } from '../code/cells.tsx'
import { Message } from '../ui/notes.tsx'

interface PinFieldProps {
  readonly label: string
  readonly hint: string
  readonly length: number
  readonly error?: string
}

/** Without a name, so that no form takes it along; nothing remembers or shows it. The script may say what is wrong. */
export function PinField({ label, hint, length, error }: PinFieldProps) {
  return (
    <div className={error === undefined ? 'field' : 'field wrong'}>
      <label htmlFor="pin">{label}</label>
      <p className="hint" id="pin-hint">
        {hint}
      </p>
      <div id="pin-error" hidden={error === undefined}>
        <Message tone="bad">{error}</Message>
      </div>
      <div className="code four">
        <Cells length={length} />
        <input
          id="pin"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby="pin-hint pin-error"
        />
      </div>
    </div>
  )
}
