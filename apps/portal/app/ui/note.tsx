import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { type Tone, toneIcons } from './tone.ts'

interface NoteProps {
  readonly tone?: Tone
  readonly icon?: IconName
  /** `alert` for what went wrong just now, which takes the focus, `status` for what changed quietly. None for what stands in the page from the start. */
  readonly role?: 'alert' | 'status'
  /** Begins with a bold sentence. */
  readonly children: ReactNode
}

export function Note({ tone = 'info', icon = toneIcons[tone], role, children }: NoteProps) {
  return (
    <div
      className={classNames('note', tone !== 'info' && tone)}
      role={role}
      tabIndex={role === 'alert' ? -1 : undefined}
    >
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
