import type { RateLimit, RateRequest } from '@nyanja/domain/rate-limits/rate-limit'
import { ClientNetworkCounts } from '../../rate-limits/client-network-counts.ts'
import { createRateLimits } from '../../rate-limits/rate-limits.ts'
import type { OpenDatabase } from '../schema.ts'
import { createRateStore } from './rate-counters.ts'

/**
 * Opens the policy table on a real database. The solution `worked` and the token `waited` are valid for every
 * challenge.
 */
export function openLimits({ db }: Pick<OpenDatabase, 'db'>, now: () => number) {
  return createRateLimits({
    store: createRateStore(db),
    clientNetworks: new ClientNetworkCounts({ now }),
    challenges: {
      accept: async ({ solution, token }) => {
        if (solution === 'worked') return 'work'
        return token === 'waited' ? 'wait' : undefined
      },
      isToken: () => false,
      issue: async (level, _place, token = 'new') => ({ proofOfWork: { level }, token, waitSeconds: 20 }),
    },
    now,
  })
}

/** Returns an address that has used up this limit. */
export async function useUp(limit: ReturnType<ReturnType<typeof createRateLimits>>, clientIp: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) if (!(await limit.isWithin({ clientIp }))) return
  throw new Error('The limit has no end')
}

/** A limit that answers every request equally. */
export function constantLimit(isWithin: boolean | ((clientIp: string) => boolean) = true): RateLimit {
  const answer = ({ clientIp = '' }: RateRequest) => (typeof isWithin === 'boolean' ? isWithin : isWithin(clientIp))
  return {
    admit: async (request) =>
      answer(request) ? { outcome: 'admitted' } : { outcome: 'refused', retryAfterSeconds: 60 },
    isWithin: async (request) => answer(request),
    countSuccess: () => {},
    countMiss: async () => {},
  }
}
