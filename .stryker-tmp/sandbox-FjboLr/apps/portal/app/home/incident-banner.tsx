// @ts-nocheck
import { Note } from '../ui/note.tsx'

export interface Incident {
  readonly heading: string
  readonly text: string
  /** Where more is said; empty when nowhere. */
  readonly href: string
}

export function IncidentBanner({ heading, text, href }: Incident) {
  return (
    <div className="wrap incident">
      <Note tone="wait">
        <b>{href === '' ? heading : <a href={href}>{heading}</a>}</b> {text}
      </Note>
    </div>
  )
}
