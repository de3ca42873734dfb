import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface BeginFormProps {
  readonly action: string
  readonly text: string
  readonly look?: 'primary' | 'second'
  /** Of a toll: see `/files/work.js`. */
  readonly puzzle?: string
  /** In front of the button. */
  readonly children?: ReactNode
}

/** Posted, since it makes an order: nothing that only looks at links begins one. */
export function BeginForm({ action, text, look, puzzle, children }: BeginFormProps) {
  return (
    <form method="post" action={action} data-puzzle={puzzle}>
      {children}
      <Button look={look}>{text}</Button>
    </form>
  )
}
