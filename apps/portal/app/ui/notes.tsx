import type { ReactNode } from 'react'
import { classNames } from '../format/text.ts'
import { type Incident, useShell } from './shell-context.ts'

/** The meaning of a message. Each tone has a colour and a sign; the text is the caller's. */
export type Tone = 'info' | 'ok' | 'wait' | 'bad'

/** The icons are separate from all others, since islands carry these into the browser. */
export const toneSigns = {
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11v6M12 7v1',
  ok: 'M4 13l5 5L20 6',
  wait: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 6v6l4 3',
  bad: 'M12 3l10 18H2zM12 10v5M12 17.5v1',
} as const satisfies Record<Tone, string>

/** A sign beside a word, never instead of one. */
export function Sign({ path }: { readonly path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

interface MessageProps {
  readonly tone?: Tone
  readonly sign?: string
  readonly id?: string
  /** `alert` for an error that script has found while the focus is elsewhere. */
  readonly role?: 'alert' | undefined
  readonly children: ReactNode
}

/** One line at a field or a row: sign and text. What concerns the whole page is a `Note`. */
export function Message({ tone = 'info', sign = toneSigns[tone], id, role, children }: MessageProps) {
  return (
    <p className={classNames('say', tone === 'info' ? 'quiet' : tone)} id={id} role={role}>
      <Sign path={sign} />
      <span>{children}</span>
    </p>
  )
}

interface NoteProps {
  readonly tone?: Tone
  readonly sign?: string
  /**
   * The role is `alert` for a new error, which takes the focus, and `status` for a quiet change. There is none for text
   * that is in the page from the start.
   */
  readonly role?: 'alert' | 'status'
  /** The note begins with a bold sentence. */
  readonly children: ReactNode
}

/** A box above or between the parts of a page. */
export function Note({ tone = 'info', sign = toneSigns[tone], role, children }: NoteProps) {
  return (
    <div
      className={classNames('note', tone !== 'info' && tone)}
      role={role}
      tabIndex={role === 'alert' ? -1 : undefined}
    >
      <Sign path={sign} />
      <div>{children}</div>
    </div>
  )
}

/** Adds space around a note. */
export const NoteSection = (note: NoteProps) => (
  <div className="section">
    <Note {...note} />
  </div>
)

interface EmptyProps {
  readonly heading: string
  readonly text: string
  /** It is set where no heading is above it but the page's own. */
  readonly level?: 2 | 3
  /** The one link onwards. */
  readonly children?: ReactNode
}

/** Shown where a list is empty: the waterline of the logo, without its sun. */
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
    // The colour is calm, since the visitor has done nothing wrong; the sign warns.
    <Note tone="wait" sign={toneSigns.bad}>
      <b>{href === '' ? heading : <a href={href}>{heading}</a>}</b> {text}
    </Note>
  )
}

/** The operator's message to every visitor. */
export function CurrentIncident() {
  const incident = useShell()?.incident
  return incident === undefined ? null : <IncidentBanner {...incident} />
}
