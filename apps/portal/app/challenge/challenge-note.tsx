import { fill } from '@nyanja/domain/texts/fill'
import { ModuleScript } from '../ui/module-script.tsx'
import { Note } from '../ui/note.tsx'

export interface ChallengeView {
  readonly proofOfWork: string
  readonly token: string
  readonly waitSeconds: number
}

/** What the visitor reads about the work, or the wait. */
interface ChallengeTexts {
  readonly challengeHeading: string
  readonly challengeText: string
  readonly challengeWait: string
  readonly challengeWorking: string
}

export interface ChallengeNoteProps {
  readonly page: ChallengeTexts
  readonly view: ChallengeView
}

/** Script works and sends the form again by itself; without it a person waits and presses the button. */
export function ChallengeNote({ page, view }: ChallengeNoteProps) {
  return (
    <div className="section">
      <Note tone="wait">
        <b>{page.challengeHeading}</b> {page.challengeText} {fill(page.challengeWait, { seconds: view.waitSeconds })}
        <p role="status" data-working="" hidden>
          {page.challengeWorking}
        </p>
      </Note>
      <input type="hidden" name="ticket" value={view.token} />
      <input type="hidden" name="solution" />
      <ModuleScript name="challenge" />
    </div>
  )
}
