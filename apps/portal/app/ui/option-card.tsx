import type { ReactNode } from 'react'
import { classNames } from '../format/text.ts'
import { replaceBy } from './markup.tsx'
import { Sign } from './notes.tsx'

export function Options({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="options" aria-label={label}>
      {children}
    </ul>
  )
}

interface OptionCardProps {
  readonly href: string
  readonly name: string
  /** The text under the name: how it works, how long it usually takes. */
  readonly text?: string
  readonly sign: string
  readonly tag?: ReactNode
  readonly isOpen: boolean
  /** The option cannot be chosen right now; `tag` gives the reason. */
  readonly isAside?: boolean
  /** Called in place of following the link, where script runs. */
  readonly onPick?: () => void
  /** The form of the open option. */
  readonly children?: ReactNode
}

/** A link, so that choosing works without script; the chosen one contains its form. */
export function OptionCard({
  href,
  name,
  text,
  sign,
  tag,
  isOpen,
  isAside = false,
  onPick,
  children,
}: OptionCardProps) {
  return (
    <li className={classNames('option', isOpen && 'open', isAside && 'aside')}>
      <a href={href} aria-current={isOpen ? 'true' : undefined} onClick={onPick && replaceBy(onPick)}>
        <i />
        <span>
          <b>{name}</b> {text !== undefined && <small>{text}</small>} {tag}
        </span>
        <Sign path={sign} />
      </a>
      {isOpen && children !== undefined && <div className="pane">{children}</div>}
    </li>
  )
}
