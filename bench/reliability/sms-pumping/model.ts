import { otpLimits } from '@nyanja/domain/otp'
import { computeEffort, computeWaitMs } from '@nyanja/domain/rate-limits/challenge'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { newId } from '@nyanja/server/common/ids'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { createChallengeStore } from '@nyanja/server/db/otp/challenge-store'
import { createCodeStore } from '@nyanja/server/db/otp/code-store'
import { createProofStore } from '@nyanja/server/db/otp/proof-store'
import { createRateStore } from '@nyanja/server/db/rate-limits/rate-counters'
import { Challenges } from '@nyanja/server/otp/challenges'
import { CodeSecrets } from '@nyanja/server/otp/code-secrets'
import { OneTimeCodes } from '@nyanja/server/otp/one-time-codes'
import { ClientNetworkCounts } from '@nyanja/server/rate-limits/client-network-counts'
import { createRateLimits } from '@nyanja/server/rate-limits/rate-limits'

export const purpose = 'invoice'
/** The code of every message, so that honest visitors can enter it. */
export const onlyCode = '123456'

/** A seeded generator, so that a run can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The use case and its store, with the drill's own clock and challenges that take modelled time. */
export async function openService(startAt: number, random: () => number) {
  const database = openDatabase({ file: ':memory:' })
  await migrateTables(database)
  const clock = { now: startAt }
  const now = () => clock.now
  const secrets = new CodeSecrets('a secret of drills that is long enough')
  const clientNetworks = new ClientNetworkCounts({ now })
  const { code_message: policy } = ratePolicies
  const challenges = new Challenges({
    proofOfWork: {
      createWork: async (level) => ({ parameters: { level }, signature: '' }),
      verify: async (solution) => {
        const [id = '', level = '0'] = solution.split(' ')
        return { id, level: Number(level) }
      },
    },
    secrets,
    store: createChallengeStore(database.db, now),
    admitWait: async (_policy, subjects) => (await rateLimits('challenge_wait').admit(subjects)).outcome === 'admitted',
    now,
  })
  const rateLimits = createRateLimits({ store: createRateStore(database.db), clientNetworks, challenges, now })
  const codes = new OneTimeCodes({
    store: createCodeStore(database.db, now),
    proofs: createProofStore(database.db, now),
    secrets,
    limits: otpLimits,
    policy,
    clientNetworks: {
      countRequest: (clientIp) => clientNetworks.countRequest('code_message', policy.clientNetwork, { clientIp }),
      uncountRequest: (clientIp) => clientNetworks.uncountRequest('code_message', policy.clientNetwork, { clientIp }),
      countSuccess: (clientIp) => clientNetworks.countSuccess('code_message', policy.clientNetwork, { clientIp }),
    },
    isOurLine: async () => true,
    wallets: {},
    challenges,
    now,
    newId,
    newCode: () => onlyCode,
    notify: () => {},
    alert: () => {},
  })
  /** Returns the guesses that a challenge of this level takes. */
  const guessesFor = (level: number) => {
    const { min, max } = computeEffort(level).guesses
    return min + random() * (max - min)
  }
  const issueToken = (level: number, subject: string, begun = '') =>
    challenges.issueToken({ level, values: {} }, subject, begun)
  return { clock, codes, issueToken, guessesFor, waitMsFor: computeWaitMs, close: () => database.close() }
}

export type Service = Awaited<ReturnType<typeof openService>>
