import { describe, expect, it } from 'vitest'
import { minute } from '../time.ts'
import { hardestChallenge } from './challenge.ts'
import { createWindowLimit, judgeRate, type RatePolicy, rateDimensions } from './rate-limit.ts'
import { ratePolicies } from './rate-policies.ts'

const policy: RatePolicy = {
  target: { windowMs: 1, challengeThresholds: [2, 2, 4], hardLimit: 6, counts: 'requests' },
  clientNetwork: { windowMs: 1, challengeThresholds: [10, 20], counts: 'requests' },
  all: { windowMs: 1, challengeThresholds: [100, 200, 300], hardLimit: 400, counts: 'requests' },
}

describe('the challenge of one more request', () => {
  it.each([
    [{}, 0, 0],
    [{ target: 1, clientNetwork: 9, all: 99 }, 0, 0],
    [{ target: 2 }, 2, 0],
    [{ target: 4 }, 3, 0],
    [{ clientNetwork: 1_000_000 }, 2, 0],
    [{ all: 100 }, 1, 1],
    [{ all: 399 }, 3, 3],
    [{ target: 4, clientNetwork: 20, all: 200 }, 5, 2],
  ])('after %j is of level %i, of which every caller must solve %i', (counts, level, sharedLevel) => {
    expect(judgeRate(policy, counts)).toEqual({ outcome: 'within', level, sharedLevel })
  })

  it('takes at most half a minute of a cheap phone because of other requests from the same address', () => {
    const { code_message } = ratePolicies
    expect(judgeRate(code_message, { clientNetwork: 1_000_000 })).toEqual({
      outcome: 'within',
      level: 6,
      sharedLevel: 0,
    })
  })

  it.each(['target', 'all'] as const)('refuses a request at the hard limit of %s', (by) => {
    expect(judgeRate(policy, { [by]: policy[by]?.hardLimit ?? 0 })).toEqual({ outcome: 'refused', by })
  })
})

describe.each(Object.entries<RatePolicy>(ratePolicies))('the policy of %s', (_name, of) => {
  it('raises the challenge level with each request up to the hardest, and refuses no address', () => {
    for (const dimension of rateDimensions) {
      const { challengeThresholds = [] } = of[dimension] ?? {}
      expect(challengeThresholds).toEqual(challengeThresholds.toSorted((one, other) => one - other))
      expect(challengeThresholds.length).toBeLessThanOrEqual(hardestChallenge)
    }
    expect(Object.keys(of.clientNetwork ?? {})).not.toContain('hardLimit')
  })
})

describe('a rate limit within one process', () => {
  it('admits a fixed number in each window', () => {
    let now = 59_000
    const isWithinLimit = createWindowLimit({ windowMs: minute, most: 2 }, () => now)
    expect([isWithinLimit(), isWithinLimit(), isWithinLimit()]).toEqual([true, true, false])
    now = minute
    expect(isWithinLimit()).toBe(true)
  })
})
