import { Note } from './note.tsx'
import { type Incident, useShell } from './shell-context.ts'

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
