import { createHmac } from 'node:crypto'
import type { Effort } from '@nyanja/domain/rate-limits/challenge'
import { createAltchaProofOfWork } from '../adapters/altcha/altcha-proof-of-work.ts'
import { keyFor } from '../common/seal.ts'
import type { createStores } from '../db/stores.ts'
import { HelpVoteMarks } from '../help/help-votes.ts'
import { Challenges } from '../otp/challenges.ts'
import type { CodeSecrets } from '../otp/code-secrets.ts'
import { createRateLimits, type RateLimits } from '../rate-limits/rate-limits.ts'
import { SenderCounts } from '../rate-limits/sender-counts.ts'
import { SavedNumbers } from '../subscriber/saved-numbers.ts'

export interface RateLimitingOptions {
  readonly stores: Pick<ReturnType<typeof createStores>, 'rates' | 'challenges'>
  readonly codeSecrets: CodeSecrets
  /** What challenges cost, by level; the table's own where absent. */
  readonly effortOf?: ((level: number) => Effort) | undefined
  readonly now: () => number
}

/** The policy table at work, with the one challenge that it asks of callers. */
export function createRateLimiting({ stores, codeSecrets, effortOf, now }: RateLimitingOptions) {
  const senders = new SenderCounts({ now })
  const challenges = new Challenges({
    proofOfWork: createAltchaProofOfWork({ secrets: codeSecrets.workSecrets, now, ...(effortOf && { effortOf }) }),
    secrets: codeSecrets,
    store: stores.challenges,
    admitWait: async (waits, subjects) => (await rateLimits(waits).admit(subjects)).outcome === 'admitted',
    now,
  })
  const rateLimits: RateLimits = createRateLimits({ store: stores.rates, senders, challenges, now })
  return { senders, challenges, rateLimits }
}

export type RateLimiting = ReturnType<typeof createRateLimiting>

/** What visitors keep of ours without being able to read or to make it. */
export function sealedForVisitors(secret: string) {
  const endUserKey = keyFor(secret, 'end users of channels')
  const thingKey = keyFor(secret, 'what a tab pays')
  return {
    savedNumbers: new SavedNumbers(secret),
    helpVoteMarks: new HelpVoteMarks(secret),
    /** Counters keep this in place of a name that a channel gives for its customer. */
    digestOfEndUser: (name: string) => createHmac('sha256', endUserKey).update(name).digest('base64url').slice(0, 22),
    /** Names what is bought for the tab that pays it. Without our key the number in it cannot be guessed by trying. */
    digestOfThing: (thing: string) => createHmac('sha256', thingKey).update(thing).digest('base64url').slice(0, 16),
  }
}
