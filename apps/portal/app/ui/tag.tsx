import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import type { Tone } from './notes.tsx'

interface TagProps {
  readonly tone?: Tone
  readonly icon?: IconName
  /** Stands above a heading on the sky and names the state of a payment. */
  readonly isState?: boolean
  readonly children: ReactNode
}

export function Tag({ tone = 'info', icon, isState = false, children }: TagProps) {
  return (
    <span className={classNames('tag', tone !== 'info' && tone, isState && 'state')}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  )
}
