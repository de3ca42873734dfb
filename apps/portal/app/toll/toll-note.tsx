import { fill } from '@nyanja/domain/fill'
import { Note } from '../ui/note.tsx'

export interface TollView {
  readonly puzzle: string
  readonly ticket: string
  readonly waitSeconds: number
}

/** What is said of the work, or of the wait. */
interface TollWords {
  readonly tollHeading: string
  readonly tollText: string
  readonly tollWait: string
  readonly tollWorking: string
}

export interface TollNoteProps {
  readonly page: TollWords
  readonly toll: TollView
}

/** Script works and sends the form again by itself; without it a person waits and presses the button. */
export function TollNote({ page, toll }: TollNoteProps) {
  return (
    <div className="section">
      <Note tone="wait">
        <b>{page.tollHeading}</b> {page.tollText} {fill(page.tollWait, { seconds: toll.waitSeconds })}
        {/* Shown by script, which may run before React takes the page over: its text must be there already. */}
        <p role="status" data-working="" hidden>
          {page.tollWorking}
        </p>
      </Note>
      <input type="hidden" name="ticket" value={toll.ticket} />
      <input type="hidden" name="solution" />
      <script type="module" async src="/files/work.js" />
    </div>
  )
}
