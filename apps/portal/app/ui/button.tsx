import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../format/text.ts'
import { Icon } from './icon.tsx'

interface Look {
  /** `primary` is the main button: one a screen. */
  readonly look?: 'primary' | 'second'
  readonly isFull?: boolean
}

const classOf = ({ look, isFull = false }: Look) =>
  classNames('button', look === 'second' && 'second', isFull && 'full')

interface ButtonProps extends Look, Pick<ComponentProps<'button'>, 'name' | 'value' | 'form' | 'onClick'> {
  readonly type?: 'submit' | 'button'
  /** The button has this text while its work is in progress. It keeps focus and ignores further presses. */
  readonly busy?: string
  /** It comes only from script: a page from the server has no disabled button. */
  readonly isOff?: boolean
  readonly children: ReactNode
}

export function Button({
  look,
  isFull,
  busy,
  isOff = false,
  type = 'submit',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isBusy = busy !== undefined
  return (
    <button
      {...rest}
      type={type}
      className={classOf({ look, isFull })}
      disabled={isOff}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ?? children}
    </button>
  )
}

interface ButtonLinkProps extends Look {
  readonly href: string
  readonly children: ReactNode
}

/** Links with a whole document load. */
export function ButtonLink({ href, look, isFull, children }: ButtonLinkProps) {
  return (
    <a href={href} className={classOf({ look, isFull })}>
      {children}
    </a>
  )
}

interface BackLinkProps {
  readonly href: string
  readonly text: string
}

export function BackLink({ href, text }: BackLinkProps) {
  return (
    <a className="back" href={href}>
      <Icon name="back" />
      {text}
    </a>
  )
}

/** A form that is being sent with a whole document. It is ready again when the visitor stays (`browser/page.ts`). */
export function useSending() {
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    const end = () => setSending(false)
    const events = ['pageshow', 'stay']
    for (const event of events) window.addEventListener(event, end)
    return () => {
      for (const event of events) window.removeEventListener(event, end)
    }
  }, [])
  return { isSending, begin: () => setSending(true) }
}
