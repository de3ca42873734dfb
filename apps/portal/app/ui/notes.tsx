import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { type Incident, useShell } from './shell-context.ts'

/** What a message means. Each tone has a colour and a sign; the words are the caller's. */
export type Tone = 'info' | 'ok' | 'wait' | 'bad'

const toneIcons = { info: 'info', ok: 'tick', wait: 'clock', bad: 'warn' } as const satisfies Record<Tone, IconName>

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

interface EmptyProps {
  readonly heading: string
  readonly text: string
  /** Where no heading stands above it but the page's own. */
  readonly level?: 2 | 3
  /** The one way on. */
  readonly children?: ReactNode
}

/** The waterline without its sun. */
export function Empty({ heading, text, level = 3, children }: EmptyProps) {
  const Heading = `h${level}` as const
  return (
    <div className="empty">
      <svg viewBox="0 0 120 30" width="120" height="30" aria-hidden="true">
        <path d="M0 2h120M30 11h60M42 19h36M53 27h14" />
      </svg>
      <Heading>{heading}</Heading>
      <p className="quiet">{text}</p>
      {children}
    </div>
  )
}

export function IncidentBanner({ heading, text, href }: Incident) {
  return (
    <Note tone="wait" icon="warn">
      <b>{href === '' ? heading : <a href={href}>{heading}</a>}</b> {text}
    </Note>
  )
}

/** What an operator's people want every visitor to know. */
export function CurrentIncident() {
  const incident = useShell()?.incident
  return incident === undefined ? null : <IncidentBanner {...incident} />
}
