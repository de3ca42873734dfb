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

/** Script works and sends the form again by itself; without it a person waits and presses the button. */
export function TollNote({ page, toll }: { readonly page: TollWords; readonly toll: TollView }) {
  return (
    <div className="section">
      <Note tone="wait">
        <b>{page.tollHeading}</b> {page.tollText} {fill(page.tollWait, { seconds: toll.waitSeconds })}
        <p role="status" data-working={page.tollWorking} />
      </Note>
      <input type="hidden" name="ticket" value={toll.ticket} />
      <input type="hidden" name="solution" />
      <script type="module" async src="/files/work.js" />
    </div>
  )
}
