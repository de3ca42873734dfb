import { fill } from '@nyanja/domain/texts/fill'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Acted } from './perform-act.ts'

/** What became of the last act. */
export function ActNote({ act, result }: Acted) {
  const { acts } = useTexts()
  return (
    <Note tone={result === 'done' || result === 'asked' ? 'ok' : 'bad'}>
      {fill(acts.results[result], { act: acts.names[act] })}
    </Note>
  )
}
