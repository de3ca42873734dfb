import { Note } from './note.tsx'
import { type Incident, useSurroundings } from './surroundings.ts'

export function IncidentBanner({ heading, text, href }: Incident) {
  return (
    <Note tone="wait" icon="warn">
      <b>{href === '' ? heading : <a href={href}>{heading}</a>}</b> {text}
    </Note>
  )
}

/** What an operator's people want every visitor to know. */
export function CurrentIncident() {
  const incident = useSurroundings()?.incident
  return incident === undefined ? null : <IncidentBanner {...incident} />
}
