import type { Effort } from '@nyanja/domain/challenge'
import type { RatePolicyName } from '@nyanja/domain/rate-policies'
import { createAltchaProofOfWork } from './adapters/altcha/altcha-proof-of-work.ts'
import type { createStores } from './db/stores.ts'
import type { CodeSecrets } from './otp/code-secrets.ts'
import { Toll } from './otp/toll.ts'
import { createRateLimits, type RateLimits } from './rate-limits/rate-limits.ts'
import { SenderCounts } from './rate-limits/sender-counts.ts'

interface RateLimitingOptions {
  readonly stores: Pick<ReturnType<typeof createStores>, 'rates' | 'tolls'>
  readonly codeSecrets: CodeSecrets
  /** What challenges cost, by level; the table's own where absent. */
  readonly effortOf?: (level: number) => Effort
  readonly now: () => number
}

/** What costs the operator no message and no stranger anything, so that many may wait for it behind one address. */
const cheapPolicies: ReadonlySet<string> = new Set<RatePolicyName>(['line_check', 'order'])

/** The policy table at work, with the one challenge that it asks of callers. */
export function createRateLimiting({ stores, codeSecrets, effortOf, now }: RateLimitingOptions) {
  const senders = new SenderCounts({ now })
  const toll = new Toll({
    proofOfWork: createAltchaProofOfWork({ secrets: codeSecrets.puzzleSecrets, now, ...(effortOf && { effortOf }) }),
    secrets: codeSecrets,
    store: stores.tolls,
    admitWait: async (policy, subjects) => {
      const waits = cheapPolicies.has(policy) ? 'lookup_wait' : 'challenge_wait'
      return (await rateLimits(waits).admit(subjects)).outcome === 'admitted'
    },
    now,
  })
  const rateLimits: RateLimits = createRateLimits({ store: stores.rates, senders, challenges: toll, now })
  return { senders, toll, rateLimits }
}

export type RateLimiting = ReturnType<typeof createRateLimiting>
