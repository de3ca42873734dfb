import { createHmac } from 'node:crypto'
import type { Effort } from '@nyanja/domain/rate-limits/challenge'
import { createAltchaProofOfWork } from '../adapters/altcha/altcha-proof-of-work.ts'
import { deriveKey } from '../common/seal.ts'
import type { createStores } from '../db/stores.ts'
import { HelpVoteMarks } from '../help/help-votes.ts'
import { Challenges } from '../otp/challenges.ts'
import type { CodeSecrets } from '../otp/code-secrets.ts'
import { ClientNetworkCounts } from '../rate-limits/client-network-counts.ts'
import { createRateLimits, type RateLimits } from '../rate-limits/rate-limits.ts'
import { SavedNumbers } from '../subscriber/saved-numbers.ts'
import type { SealedData } from './use-case-groups.ts'

export interface RateLimitingOptions {
  readonly stores: Pick<ReturnType<typeof createStores>, 'rates' | 'challenges'>
  readonly codeSecrets: CodeSecrets
  /** The effort of challenges by level; the domain's table by default. */
  readonly effortOf?: ((level: number) => Effort) | undefined
  readonly now: () => number
}

/** Creates rate limits by the policy table, with one kind of challenge. */
export function createRateLimiting({ stores, codeSecrets, effortOf, now }: RateLimitingOptions) {
  const clientNetworks = new ClientNetworkCounts({ now })
  const challenges = new Challenges({
    proofOfWork: createAltchaProofOfWork({ secrets: codeSecrets.workSecrets, now, ...(effortOf && { effortOf }) }),
    secrets: codeSecrets,
    store: stores.challenges,
    admitWait: async (waits, subjects) => (await rateLimits(waits).admit(subjects)).outcome === 'admitted',
    now,
  })
  const rateLimits: RateLimits = createRateLimits({ store: stores.rates, clientNetworks, challenges, now })
  return { clientNetworks, challenges, rateLimits }
}

export type RateLimiting = ReturnType<typeof createRateLimiting>

export function createSealedData(secret: string): SealedData {
  const endUserKey = deriveKey(secret, 'end users of channels')
  const thingKey = deriveKey(secret, 'what a tab pays')
  return {
    savedNumbers: new SavedNumbers(secret),
    helpVoteMarks: new HelpVoteMarks(secret),
    digestOfEndUser: (name: string) => createHmac('sha256', endUserKey).update(name).digest('base64url').slice(0, 22),
    digestOfThing: (thing: string) => createHmac('sha256', thingKey).update(thing).digest('base64url').slice(0, 16),
  }
}
