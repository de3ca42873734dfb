import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../format/text.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonStyle {
  /** `primary` is the main button: one a screen. */
  readonly variant?: 'primary' | 'second'
  readonly isFull?: boolean
}

const classOf = ({ variant, isFull = false }: ButtonStyle) =>
  classNames('button', variant === 'second' && 'second', isFull && 'full')

interface ButtonProps extends ButtonStyle, Pick<ComponentProps<'button'>, 'name' | 'value' | 'form' | 'onClick'> {
  readonly type?: 'submit' | 'button'
  /** The button's text while its work is in progress. It keeps focus and ignores further presses. */
  readonly busy?: string
  /** It comes only from script: a page from the server has no disabled button. */
  readonly isOff?: boolean
  readonly children: ReactNode
}

export function Button({
  variant,
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
      className={classOf({ variant, isFull })}
      disabled={isOff}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ?? children}
    </button>
  )
}

interface ButtonLinkProps extends ButtonStyle {
  readonly href: string
  readonly children: ReactNode
}

/** The link loads a whole document. */
export function ButtonLink({ href, variant, isFull, children }: ButtonLinkProps) {
  return (
    <a href={href} className={classOf({ variant, isFull })}>
      {children}
    </a>
  )
}

interface ButtonRoomProps {
  readonly icon?: IconName
  readonly text: string
  readonly className?: string
  readonly [data: `data-${string}`]: string | undefined
}

/** The room of a button that only script can answer: `browser/draw-button.ts` draws it there, with its data. */
export const ButtonRoom = ({ icon, text, className = 'link', ...data }: ButtonRoomProps) => (
  <span className={`${className} by-script`} data-room={text} {...data}>
    {icon !== undefined && <Icon name={icon} />}
  </span>
)

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

interface EnterButtonProps extends Pick<ComponentProps<'button'>, 'name' | 'value' | 'children'> {
  /** It comes only from script. */
  readonly isOff?: boolean
}

/** The first button of a form, which Enter in a field presses: otherwise that would be a saved number or an offer. */
export function EnterButton({ isOff = false, ...button }: EnterButtonProps) {
  return <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" disabled={isOff} {...button} />
}
