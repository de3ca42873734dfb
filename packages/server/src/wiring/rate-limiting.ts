import type { Effort } from '@nyanja/domain/rate-limits/challenge'
import { createAltchaProofOfWork } from '../adapters/altcha/altcha-proof-of-work.ts'
import type { createStores } from '../db/stores.ts'
import { Challenges } from '../otp/challenges.ts'
import type { CodeSecrets } from '../otp/code-secrets.ts'
import { createRateLimits, type RateLimits } from '../rate-limits/rate-limits.ts'
import { SenderCounts } from '../rate-limits/sender-counts.ts'

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
