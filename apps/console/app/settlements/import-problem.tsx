import { fill } from '@nyanja/domain/texts/fill'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Received } from './receive-settlement.ts'
import type { ImportRow } from './table-rows.ts'

type Problem = Exclude<Received, { outcome: 'imported' | 'imported_before' }>

interface ImportedBefore {
  readonly outcome: 'imported_before'
  readonly fileName: string
  readonly first: ImportRow
}

interface ImportProblemProps {
  readonly problem: Problem | ImportedBefore
}

const mebibyte = 1024 * 1024

/** Explains why nothing was imported, with the lines of a file. */
export function ImportProblem({ problem }: ImportProblemProps) {
  const { finance } = useTexts()
  const texts = finance.settlements
  if (problem.outcome === 'imported_before')
    return (
      <Note tone="wait">
        {fill(texts.before, { file: problem.fileName, at: problem.first.importedAt, name: problem.first.importedBy })}{' '}
        <a href={`/finance/settlements/${problem.first.id}`}>{texts.toFirst}</a>
      </Note>
    )
  if (problem.outcome === 'too_large')
    return <Note tone="bad">{fill(texts.tooLarge, { size: problem.mostBytes / mebibyte })}</Note>
  if (problem.outcome !== 'refused') return <Note tone="bad">{texts.problems[problem.outcome]}</Note>
  return (
    <Note tone="bad">
      <p>{fill(texts.refused, { file: problem.fileName })}</p>
      <ul className="faults">
        {problem.faults.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line !== undefined && <b>{fill(texts.line, { line })} </b>}
            {message}
          </li>
        ))}
        {problem.isCut && <li>{texts.more}</li>}
      </ul>
    </Note>
  )
}
