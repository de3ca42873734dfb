import { fill } from '@nyanja/domain/texts/fill'
import { useEffect, useRef } from 'react'

export interface Problem {
  /** The id of the field to correct. */
  readonly field: string
  readonly text: string
}

interface ErrorSummaryProps {
  readonly heading: string
  readonly problems: readonly Problem[]
  /** The text states that typed values are kept. */
  readonly kept?: string
}

/** Takes the focus whenever a new set of problems arrives. */
export function ErrorSummary({ heading, problems, kept }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is a new answer of the server, even if it reads the same
  useEffect(() => box.current?.focus(), [problems])

  return (
    <div className="summary section" role="alert" tabIndex={-1} ref={box}>
      <h2>{heading}</h2>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={field}>
            <a href={`#${field}`}>{text}</a>
          </li>
        ))}
      </ul>
      {kept !== undefined && <p className="hint">{kept}</p>}
    </div>
  )
}

interface ProblemSummaryProps {
  readonly texts: { readonly summaryOne: string; readonly summaryMany: string }
  readonly problems: readonly Problem[]
}

/** Renders nothing without a problem. */
export function ProblemSummary({ texts, problems }: ProblemSummaryProps) {
  if (problems.length === 0) return null
  const heading = problems.length > 1 ? fill(texts.summaryMany, { count: problems.length }) : texts.summaryOne
  return <ErrorSummary heading={heading} problems={problems} />
}
