import {
  type Admission,
  type Challenge,
  type ChallengeAnswer,
  type ChallengeDue,
  computeCount,
  judgeRate,
  type Limit,
  type RateCounts,
  type RateDimension,
  type RateLimit,
  type RatePolicy,
  type RateRequest,
  type RateSubjects,
  rateDimensions,
} from '@nyanja/domain/rate-limits/rate-limit'
import { type RatePolicyName, ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { minute } from '@nyanja/domain/time'
import type { ClientNetworkCounts } from './client-network-counts.ts'

/** The key of a counter: the policy, the dimension and the counted subject. */
export interface RateKey {
  readonly key: string
  readonly windowMs: number
}

/** The count in its window. */
export interface RateCount {
  readonly spent: number
  readonly succeeded: number
}

/** Counts for all processes together. */
export interface RateStore {
  /** Reads counts by key; keys without counts are missing. */
  read(keys: readonly RateKey[], at: number): Promise<ReadonlyMap<string, RateCount>>
  add(
    keys: readonly RateKey[],
    counts: { readonly at: number; readonly spent?: number; readonly succeeded?: number },
  ): Promise<void>
}

/** Issues challenges to callers beyond a human's pace. */
export interface Challenges {
  /** Returns undefined when no valid solution or token was presented. */
  accept(shown: ChallengeAnswer, place: string, due: ChallengeDue): Promise<'work' | 'wait' | undefined>
  /** Tells whether the token was issued for this place, for a request that was counted then. */
  isToken(token: string, place: string): boolean
  /** Shortens the wait by the time that the visitor has already waited here. */
  issue(level: number, place: string, begun?: string): Promise<Challenge>
}

export interface RateLimitsOptions {
  readonly store: RateStore
  readonly clientNetworks: ClientNetworkCounts
  readonly challenges: Challenges
  readonly now: () => number
}

/**
 * Applies policies of the table to requests. Where several policies require a challenge, one solution satisfies all.
 */
export function createRateLimits(options: RateLimitsOptions) {
  return (...names: readonly [RatePolicyName, ...RatePolicyName[]]): RateLimit => new PolicyLimit(names, options)
}

export type RateLimits = ReturnType<typeof createRateLimits>

interface CountedKey {
  readonly dimension: RateDimension
  readonly limit: Limit
  readonly rateKey: RateKey
}

class PolicyLimit implements RateLimit {
  readonly #names: readonly [RatePolicyName, ...RatePolicyName[]]
  readonly #options: RateLimitsOptions

  constructor(names: readonly [RatePolicyName, ...RatePolicyName[]], options: RateLimitsOptions) {
    this.#names = names
    this.#options = options
  }

  async admit(request: RateRequest): Promise<Admission> {
    const { challenges } = this.#options
    const { clientIp, solution, token } = request
    let [level, sharedLevel, isAtPace] = [0, 0, true]
    for (const name of this.#names) {
      const policy: RatePolicy = ratePolicies[name]
      const counts = await this.#countsOf(name, request)
      const decision = judgeRate(policy, counts)
      if (decision.outcome === 'refused')
        return { outcome: 'refused', retryAfterSeconds: retryAfterSeconds(policy[decision.by]) }
      level = Math.max(level, decision.level)
      sharedLevel = Math.max(sharedLevel, decision.sharedLevel)
      isAtPace &&= decision.level === decision.sharedLevel
    }
    const [place] = this.#names
    const { waitPolicy = 'challenge_wait' }: RatePolicy = ratePolicies[place]
    const due = { policy: place, waitPolicy, level, sharedLevel, isAtPace, clientIp }
    if (level > 0 && (await challenges.accept({ solution, token }, place, due)) === undefined) {
      if (token !== undefined && challenges.isToken(token, place)) this.#uncountRequest(request)
      return { outcome: 'challenge', challenge: await challenges.issue(level, place, token) }
    }
    await this.#add('requests', request)
    return { outcome: 'admitted' }
  }

  async isWithin(request: RateRequest): Promise<boolean> {
    for (const name of this.#names) {
      const decision = judgeRate(ratePolicies[name], await this.#countsOf(name, request))
      if (decision.outcome === 'refused' || decision.level > 0) return false
    }
    await this.#add('requests', request)
    return true
  }

  async countMiss(subjects: RateSubjects): Promise<void> {
    await this.#add('misses', subjects)
  }

  countSuccess({ clientIp, about }: Pick<RateSubjects, 'clientIp' | 'about'>): void {
    for (const name of this.#names) {
      const { clientNetwork }: RatePolicy = ratePolicies[name]
      if (clientNetwork !== undefined && clientIp !== undefined)
        this.#options.clientNetworks.countSuccess(name, clientNetwork, { clientIp, about })
    }
  }

  #uncountRequest({ clientIp, about }: RateSubjects): void {
    for (const name of this.#names) {
      const { clientNetwork }: RatePolicy = ratePolicies[name]
      if (clientNetwork !== undefined && clientIp !== undefined)
        this.#options.clientNetworks.uncountRequest(name, clientNetwork, { clientIp, about })
    }
  }

  async #countsOf(name: RatePolicyName, request: RateRequest): Promise<RateCounts> {
    const { store, clientNetworks, now } = this.#options
    const { clientIp, about, rows } = request
    const { clientNetwork }: RatePolicy = ratePolicies[name]
    const counts: Partial<Record<RateDimension, number>> = { ...rows }
    // The count is that of requests before this one, as in all other limits.
    if (clientNetwork !== undefined && clientIp !== undefined)
      counts.clientNetwork = clientNetworks.countRequest(name, clientNetwork, { clientIp, about }) - 1
    const keys = [...keysOf(name, 'requests', request), ...keysOf(name, 'misses', request)]
    const read = await store.read(
      keys.map(({ rateKey }) => rateKey),
      now(),
    )
    for (const { rateKey, dimension, limit } of keys) {
      counts[dimension] = Math.max(counts[dimension] ?? 0, computeCount(limit, read.get(rateKey.key)))
    }
    return counts
  }

  async #add(counts: Limit['counts'], subjects: RateSubjects): Promise<void> {
    const { store, now } = this.#options
    const keys = this.#names.flatMap((name) => keysOf(name, counts, subjects)).map(({ rateKey }) => rateKey)
    if (keys.length > 0) await store.add(keys, { at: now(), spent: 1 })
  }
}

/** Lists the counters of one policy for one caller. Those of client networks are kept in memory. */
export function keysOf(name: RatePolicyName, counts: Limit['counts'], subjects: RateSubjects): readonly CountedKey[] {
  const policy: RatePolicy = ratePolicies[name]
  return rateDimensions.flatMap((dimension) => {
    const limit = dimension === 'clientNetwork' ? undefined : policy[dimension]
    if (limit?.counts !== counts) return []
    const key = (whom: string) => ({ key: `${name} ${dimension}:${whom}`, windowMs: limit.windowMs })
    return listSubjects(dimension, subjects).map((whom) => ({ dimension, limit, rateKey: key(whom) }))
  })
}

function listSubjects(dimension: RateDimension, { target, payer, endUser, channel }: RateSubjects): readonly string[] {
  switch (dimension) {
    case 'all':
      return ['']
    case 'target':
    case 'targetDay':
      return [target ?? []].flat()
    case 'payer':
      return [payer ?? []].flat()
    case 'endUser':
      return [endUser ?? []].flat()
    case 'channel':
      return [channel ?? []].flat()
    case 'clientNetwork':
      return []
  }
}

/** Counts decrease evenly over a window, so the next request is possible after its share of the window. */
function retryAfterSeconds(limit: Pick<Limit, 'windowMs' | 'hardLimit'> | undefined): number {
  const { windowMs = 0, hardLimit = 1 } = limit ?? {}
  return Math.ceil(Math.max(minute, windowMs / hardLimit) / 1000)
}
