import type { ComponentProps } from 'react'

interface EnterButtonProps extends Pick<ComponentProps<'button'>, 'name' | 'value' | 'children'> {
  /** It comes only from script. */
  readonly isOff?: boolean
}

/** The first button of a form, which Enter in a field presses: otherwise that would be a saved number or an offer. */
export function EnterButton({ isOff = false, ...button }: EnterButtonProps) {
  return <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" disabled={isOff} {...button} />
}
