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
