import type { ReactNode } from 'react'
import type { ScreenName } from '../open-screens.ts'
import { Button } from '../ui/button.tsx'

interface BeginFormProps {
  readonly action: string
  readonly text: string
  readonly look?: 'primary' | 'second'
  /** Where the visitor goes back to if his home cannot be reached. */
  readonly from?: ScreenName
  /** Of a challenge: see `challenge/browser`. */
  readonly proofOfWork?: string
  /** In front of the button. */
  readonly children?: ReactNode
}

/** Posted, since it makes an order: nothing that only looks at links begins one. */
export function BeginForm({ action, text, look, from, proofOfWork, children }: BeginFormProps) {
  return (
    <form method="post" action={action} data-challenge={proofOfWork}>
      {from !== undefined && <input type="hidden" name="from" value={from} />}
      {children}
      <Button look={look}>{text}</Button>
    </form>
  )
}
