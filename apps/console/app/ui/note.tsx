import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { Tone } from './tag.tsx'

interface NoteProps {
  readonly tone: Exclude<Tone, 'info'>
  readonly children: ReactNode
}

/** A note that a person should read before the rest of the page. */
export function Note({ tone, children }: NoteProps) {
  return (
    <div className={`note ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'ok' ? 'tick' : 'warn'} />
      <div>{children}</div>
    </div>
  )
}
