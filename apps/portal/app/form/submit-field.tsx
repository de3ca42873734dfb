import { fill } from '@nyanja/domain/texts/fill'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { useShell } from '../ui/shell-context.ts'
import { FaultTemplate } from './dynamic-form.tsx'

interface SubmitFieldProps extends Pick<ComponentProps<typeof Button>, 'name' | 'value' | 'children'> {
  /** The labels of the fields without which script keeps the button disabled. */
  readonly needs: readonly string[]
}

/** Ends a form that script checks while it is filled in. The line about missing fields has its room from the start. */
export function SubmitField({ needs, ...button }: SubmitFieldProps) {
  const shell = useShell()
  shell?.addModule('fields')
  return (
    <>
      <div className="field">
        <Button {...button} />
        <p className="hint by-script" data-room={fill(shell?.toContinue ?? '', { fields: needs.join(', ') })} />
      </div>
      <FaultTemplate />
    </>
  )
}
