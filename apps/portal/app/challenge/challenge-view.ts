import type { Challenge } from '@nyanja/domain/rate-limits/rate-limit'
import type { Portal } from '../../server/portal.ts'
import { readField } from '../format/read-field.ts'
import { languageOf } from '../visitor-language.ts'
import type { ChallengeNoteProps, ChallengeView } from './challenge-note.tsx'

export const toChallengeView = (challenge: Challenge): ChallengeView => ({
  ...challenge,
  proofOfWork: JSON.stringify(challenge.proofOfWork),
})

/** On pages that look numbers up. */
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

/** What a form carries of a visitor who had a challenge. */
export function readChallengeAnswer(form: FormData) {
  return { solution: readField(form, 'solution') || undefined, token: readField(form, 'ticket') || undefined }
}
