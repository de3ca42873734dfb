import { fill } from '@nyanja/domain/texts/fill'
import type { ReactNode } from 'react'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Acted } from './perform-act.ts'
import { RefusedActContext } from './typed-act.ts'

function ActNote({ act, result, typed }: Acted) {
  const { acts } = useTexts()
  return (
    <Note tone={typed === undefined ? 'ok' : 'bad'}>
      {fill(acts.results[result], { act: acts.names[act] })}
      {typed !== undefined && typed.note !== '' && (
        <p>
          {acts.typedNote} <q>{typed.note}</q>
        </p>
      )}
    </Note>
  )
}

interface AfterActProps {
  readonly last: Acted | undefined
  readonly children: ReactNode
}

/** Shows a page with the outcome of the last act. The form of a refused act is open, with what was typed. */
export function AfterAct({ last, children }: AfterActProps) {
  const refused = last?.typed && { typed: last.typed, result: last.result }
  return (
    <RefusedActContext value={refused}>
      {last !== undefined && <ActNote {...last} />}
      {children}
    </RefusedActContext>
  )
}
