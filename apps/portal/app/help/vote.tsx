import { ButtonChips } from '../ui/chips.tsx'
import { Note } from '../ui/notes.tsx'
import type { HelpTexts } from './help-page.ts'
import type { VoteView } from './vote-step.ts'

interface VoteProps {
  readonly texts: HelpTexts
  readonly vote: VoteView
  /** Nothing was counted, because too many came from one address. */
  readonly isTooMany: boolean
}

/** Asks whether the answer helped, thanks, and after a no asks why. */
export function Vote({ texts, vote: { mark, liked, reasons }, isTooMany }: VoteProps) {
  return (
    <section className="section" aria-labelledby="vote">
      <h2 id="vote">{texts.helpful}</h2>
      {isTooMany && (
        <Note tone="wait" role="alert">
          <p>{texts.tooMany}</p>
        </Note>
      )}
      {mark === undefined ? (
        <form method="post" className="row votes">
          <ThumbButton value="yes" text={texts.yes} /> <ThumbButton value="no" text={texts.no} />{' '}
          {liked !== undefined && <span className="hint">{liked}</span>}
        </form>
      ) : (
        <Note tone="ok" role="status">
          <p>
            <b>{mark === 'told' ? texts.thanksWhy : texts.thankyou}</b> {mark !== 'told' && texts.feedback}
          </p>
          {liked !== undefined && <p className="hint">{liked}</p>}
        </Note>
      )}
      {mark === 'no' && (
        <form method="post" className="why">
          <h3>{texts.whyNot}</h3>
          <ButtonChips label={texts.whyNot} name="vote" options={reasons} layout="wrap" />
        </form>
      )}
    </section>
  )
}

const thumbs = {
  yes: 'M7 11v10H3V11zM7 11l5-8q3 0 2 6h7l-2 12H7',
  no: 'M7 13V3H3v10zM7 13l5 8q3 0 2-6h7L19 3H7',
} as const

function ThumbButton({ value, text }: { readonly value: keyof typeof thumbs; readonly text: string }) {
  return (
    <button className="face" type="submit" name="vote" value={value}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={thumbs[value]} />
      </svg>
      {text}
    </button>
  )
}
