import { failIfRefused } from '@nyanja/domain/errors'
import type { Challenge } from '@nyanja/domain/rate-limits/rate-limit'
import type { RatePolicyName } from '@nyanja/domain/rate-limits/rate-policies'
import { fill } from '@nyanja/domain/texts/fill'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../../server/portal.ts'
import { languageOf } from '../page-language.ts'
import { ModuleScript } from '../ui/markup.tsx'
import { Note } from '../ui/notes.tsx'

export interface ChallengeView {
  readonly proofOfWork: string
  readonly token: string
  readonly waitSeconds: number
}

/** The texts about the challenge, or the wait. */
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

/**
 * Script solves the challenge and sends the form again by itself; without it the visitor waits and presses the button.
 */
export function ChallengeNote({ page, view }: ChallengeNoteProps) {
  return (
    <div className="section">
      <Note tone="wait">
        <b>{page.challengeHeading}</b> {page.challengeText} {fill(page.challengeWait, { seconds: view.waitSeconds })}
        <p role="status" data-working={page.challengeWorking} hidden />
      </Note>
      <input type="hidden" name="ticket" value={view.token} />
      <input type="hidden" name="solution" />
      <ModuleScript name="challenge" />
    </div>
  )
}

export const toChallengeView = (challenge: Challenge): ChallengeView => ({
  ...challenge,
  proofOfWork: JSON.stringify(challenge.proofOfWork),
})

/** Builds the note for pages that look numbers up. */
export function toChallengeNote(
  { market, content }: Pick<Portal, 'market' | 'content'>,
  url: URL,
  challenge: Challenge,
): ChallengeNoteProps {
  const { challengeHeading, challengeText, challengeWait, challengeWorking } = content.page(
    'errors-translation',
    languageOf(url, market),
  )
  return {
    page: { challengeHeading, challengeText, challengeWait, challengeWorking },
    view: toChallengeView(challenge),
  }
}

interface SentForm {
  readonly form: FormData
  readonly clientIp: string
}

/** Counts a form by its policy. Returns the note about the challenge that is required first, if there is one. */
export async function challengeBefore(
  portal: Pick<Portal, 'rateLimits' | 'market' | 'content'>,
  url: URL,
  policy: RatePolicyName,
  { form, clientIp }: SentForm,
): Promise<ChallengeNoteProps | undefined> {
  const admission = failIfRefused(await portal.rateLimits(policy).admit({ clientIp, ...readChallengeAnswer(form) }))
  return admission.outcome === 'challenge' ? toChallengeNote(portal, url, admission.challenge) : undefined
}

/** Reads the fields of a form from a visitor who had a challenge. */
export function readChallengeAnswer(form: FormData) {
  return { solution: readField(form, 'solution') || undefined, token: readField(form, 'ticket') || undefined }
}
