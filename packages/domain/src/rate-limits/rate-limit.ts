import { type ChallengeLevel, hardestChallenge } from './challenge.ts'

/**
 * The things that a limit counts. `clientNetwork` is a class of IP addresses: an IPv4 address or an IPv6 network, which
 * thousands may share. `endUser` is the customer of a channel that names its customers.
 */
export const rateDimensions = ['target', 'targetDay', 'payer', 'clientNetwork', 'endUser', 'channel', 'all'] as const
export type RateDimension = (typeof rateDimensions)[number]

/** The limit of one dimension. */
export interface Limit {
  readonly windowMs: number
  /** The counts at which each challenge level begins, ascending; below the first there is no challenge. */
  readonly challengeThresholds: readonly number[]
  /** The count from which on requests are refused, even with a solved challenge. Without it they never are. */
  readonly hardLimit?: number
  /** With `rows` the caller counts rows that it stores anyway. */
  readonly counts: 'requests' | 'misses' | 'rows'
  /** One success offsets this many requests, for example a code that was entered or a prompt that was approved. */
  readonly creditPerSuccess?: number
}

/** An address alone never causes a refusal: thousands of customers share a carrier's address. */
export type ClientNetworkLimit = Omit<Limit, 'hardLimit'>

/** The policy that counts callers who wait instead of solving a challenge. */
export type WaitPolicyName = 'challenge_wait' | 'lookup_wait'

export type RatePolicy = Readonly<
  Partial<Record<Exclude<RateDimension, 'clientNetwork'>, Limit>> & {
    readonly clientNetwork?: ClientNetworkLimit
    /** The policy of waiting; the default is `challenge_wait`. */
    readonly waitPolicy?: WaitPolicyName
  }
>

/** The count of a window: successes offset requests. */
export function computeCount(
  { creditPerSuccess = 0 }: Pick<Limit, 'creditPerSuccess'>,
  { spent, succeeded } = { spent: 0, succeeded: 0 },
): number {
  return spent - succeeded * creditPerSuccess
}

export type RateCounts = Readonly<Partial<Record<RateDimension, number>>>

export type RateDecision =
  | {
      readonly outcome: 'within'
      /** The level 0 means no challenge. */
      readonly level: ChallengeLevel
      /** The part of the level that applies to every caller of the channel. */
      readonly sharedLevel: ChallengeLevel
    }
  | { readonly outcome: 'refused'; readonly by: RateDimension }

const shared: readonly RateDimension[] = ['channel', 'all']

/**
 * The level that takes half a minute on a cheap phone: most visitors behind a carrier's address have done nothing
 * wrong.
 */
const hardestForNetwork: ChallengeLevel = 6

/** The cost of one more request at the given counts. Solving a challenge lifts a soft limit, never a hard one. */
export function judgeRate(policy: RatePolicy, counts: RateCounts): RateDecision {
  const limitOf = (dimension: RateDimension): Limit | undefined => policy[dimension]
  const spent = (dimension: RateDimension) => counts[dimension] ?? 0
  const by = rateDimensions.find((one) => spent(one) >= (limitOf(one)?.hardLimit ?? Number.POSITIVE_INFINITY))
  if (by !== undefined) return { outcome: 'refused', by }

  const levelOf = (dimension: RateDimension) => {
    const reached = levelAt(limitOf(dimension), spent(dimension))
    return dimension === 'clientNetwork' ? Math.min(hardestForNetwork, reached) : reached
  }
  const level = (of: readonly RateDimension[]) => Math.max(0, ...of.map(levelOf))
  const sharedLevel = level(shared)
  // The level of a client network is added to the one that holds for every caller, so that an attacker pays more than
  // the customers.
  const ownLevel = level(rateDimensions.filter((dimension) => !shared.includes(dimension)))
  return { outcome: 'within', level: Math.min(hardestChallenge, sharedLevel + ownLevel), sharedLevel }
}

function levelAt(limit: Limit | undefined, spent: number): ChallengeLevel {
  return limit?.challengeThresholds.filter((from) => spent >= from).length ?? 0
}

/** The subjects of a request, by dimension of the policy; absent ones are not counted. */
export interface RateSubjects {
  /** Several targets when each of them can be guessed at; the one with the highest count applies. */
  readonly target?: string | readonly string[]
  readonly payer?: string
  /** The network address, of which only the class is counted. */
  readonly clientIp?: string
  /** Counts the requests of an address on one subject separately. */
  readonly about?: string
  readonly endUser?: string
  readonly channel?: string
}

/** A caller's answer to a challenge or a wait. */
export interface ChallengeAnswer {
  readonly solution?: string | undefined
  readonly token?: string | undefined
}

export interface RateRequest extends RateSubjects, ChallengeAnswer {
  /** The counts that the caller keeps itself. */
  readonly rows?: RateCounts
}

/** The challenge that is required of a caller now, independent of an earlier one. */
export interface ChallengeDue {
  readonly policy: string
  /** The wait policy of `policy`. */
  readonly waitPolicy: WaitPolicyName
  readonly level: ChallengeLevel
  readonly sharedLevel: ChallengeLevel
  /** The caller and its address are within a human's pace. */
  readonly isAtPace: boolean
  readonly clientIp?: string | undefined
}

/** The challenge as issued: proof of work or waiting time. */
export interface Challenge {
  readonly proofOfWork: unknown
  /** The token for callers that wait instead, valid in one place only. */
  readonly token: string
  readonly waitSeconds: number
}

export type Admission =
  | { readonly outcome: 'admitted' }
  | { readonly outcome: 'challenge'; readonly challenge: Challenge }
  | { readonly outcome: 'refused'; readonly retryAfterSeconds: number }

/** The caller must solve a challenge or wait first. */
export type Challenged = Extract<Admission, { outcome: 'challenge' }>

/** Applies the policy of one kind of request. Features that serve anonymous callers use this port. */
export interface RateLimit {
  admit(request: RateRequest): Promise<Admission>
  /**
   * Guards work that is skipped beyond a human's pace, where a challenge would cost the visitor more than it is worth.
   */
  isWithin(request: RateRequest): Promise<boolean>
  /** The request of an address succeeded. */
  countSuccess(subjects: Pick<RateSubjects, 'clientIp' | 'about'>): void
  /** Counts a request that found nothing, where the policy counts misses. */
  countMiss(subjects: RateSubjects): Promise<void>
}

/** Admits a number of calls per window within one process, for actions as cheap as a row or a log line. */
export function createWindowLimit(
  { windowMs, most }: { readonly windowMs: number; readonly most: number },
  now: () => number,
): () => boolean {
  let window = 0
  let count = 0
  return () => {
    const current = Math.floor(now() / windowMs)
    if (current !== window) [window, count] = [current, 0]
    count += 1
    return count <= most
  }
}
