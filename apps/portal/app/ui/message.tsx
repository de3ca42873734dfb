import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { type Tone, toneIcons } from './tone.ts'

interface MessageProps {
  readonly tone?: Tone
  readonly icon?: IconName
  readonly id?: string
  readonly children: ReactNode
}

/** One line of answer at a field: sign and words. */
export function Message({ tone = 'info', icon = toneIcons[tone], id, children }: MessageProps) {
  return (
    <p className={classNames('say', tone === 'info' ? 'quiet' : tone)} id={id}>
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  )
}
