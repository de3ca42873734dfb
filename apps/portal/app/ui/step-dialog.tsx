import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface StepDialogProps {
  /** The heading of the page, where nothing else is. */
  readonly title: string
  readonly isPageTitle?: boolean
  /** The label of the button that closes the dialog and shows the step in the page. */
  readonly close: string
  readonly children: ReactNode
}

/** One step of a journey: in the page, and in a dialog over it where script runs. */
export function StepDialog({ title, isPageTitle = false, close, children }: StepDialogProps) {
  const Heading = isPageTitle ? 'h1' : 'h2'
  return (
    <dialog className="step" open data-step={close} aria-labelledby="step-title">
      <Heading id="step-title">{title}</Heading>
      {children}
      <form method="dialog" className="close">
        <Icon name="cross" />
      </form>
    </dialog>
  )
}
