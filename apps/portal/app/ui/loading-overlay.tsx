import { ProgressMark, Water } from './page-hero.tsx'

interface WaitingProps {
  readonly wait: string
  readonly holdOn: string
  readonly loadingMessage: string
}

/** What is said while a step takes long. */
export function Waiting({ wait, holdOn, loadingMessage }: WaitingProps) {
  return (
    <>
      <div className="sky lit">
        <div className="wrap">
          <p className="title">{wait}</p>
          <ProgressMark level={45} />
        </div>
      </div>
      <Water>
        <p>
          <b>{holdOn}</b>
        </p>
        <p className="quiet">{loadingMessage}</p>
      </Water>
    </>
  )
}

interface SkeletonRowsProps {
  /** What is being fetched, in words. */
  readonly text: string
  readonly count?: number
}

/** Words first, then still shapes where the rows will stand. */
export function SkeletonRows({ text, count = 3 }: SkeletonRowsProps) {
  return (
    <>
      <p className="quiet" role="status">
        {text}
      </p>
      <ul className="bones" aria-hidden="true">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
          <li key={row}>
            <span className="bone" />
            <span className="bone short" />
          </li>
        ))}
      </ul>
    </>
  )
}
