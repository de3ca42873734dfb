import { type ChallengeLevel, hardestChallenge } from './challenge.ts'

/**
 * Whom a limit counts. `sender` is a class of addresses: an IPv4 address or an IPv6 network, which thousands may share.
 * `endUser` is the customer of a channel that names its customers.
 */
export const rateDimensions = ['target', 'targetDay', 'payer', 'sender', 'endUser', 'channel', 'all'] as const
export type RateDimension = (typeof rateDimensions)[number]

/** A limit of one dimension. */
export interface Limit {
  readonly windowMs: number
  /** The counts at which each level of the challenge begins, ascending; fewer cost nothing. */
  readonly levels: readonly number[]
  /** From here on it is refused, whatever was solved. Absent: never. */
  readonly most?: number
  /** `rows`: the caller counts them in what it keeps anyway. */
  readonly counts: 'requests' | 'misses' | 'rows'
  /** How many requests one success makes up for: of a code that was typed back, of a prompt that was approved. */
  readonly perSuccess?: number
}

/** An address alone never refuses: behind a carrier's stand thousands. */
export type SenderLimit = Omit<Limit, 'most'>

/** The policy that counts callers who wait instead of solving. */
export type WaitPolicyName = 'challenge_wait' | 'lookup_wait'

export type RatePolicy = Readonly<
  Partial<Record<Exclude<RateDimension, 'sender'>, Limit>> & {
    readonly sender?: SenderLimit
    /** Absent: `challenge_wait`. */
    readonly waits?: WaitPolicyName
  }
>

/** What counts of a window: successes make up for requests. */
export function computeCount(
  { perSuccess = 0 }: Pick<Limit, 'perSuccess'>,
  { spent, succeeded } = { spent: 0, succeeded: 0 },
): number {
  return spent - succeeded * perSuccess
}

export type RateCounts = Readonly<Partial<Record<RateDimension, number>>>

export type RateDecision =
  | {
      readonly outcome: 'within'
      /** 0: nothing is asked for. */
      readonly level: ChallengeLevel
      /** Of it, what holds for every caller of the channel. */
      readonly sharedLevel: ChallengeLevel
    }
  | { readonly outcome: 'refused'; readonly by: RateDimension }

const shared: readonly RateDimension[] = ['channel', 'all']

/** Half a minute on a cheap phone: most visitors of a carrier's address have done nothing. */
const hardestForSender: ChallengeLevel = 6

/** What one more request costs after so many. Solving a challenge raises a soft limit, never a hard one. */
export function judgeRate(policy: RatePolicy, counts: RateCounts): RateDecision {
  const limitOf = (dimension: RateDimension): Limit | undefined => policy[dimension]
  const spent = (dimension: RateDimension) => counts[dimension] ?? 0
  const by = rateDimensions.find((one) => spent(one) >= (limitOf(one)?.most ?? Number.POSITIVE_INFINITY))
  if (by !== undefined) return { outcome: 'refused', by }

  const levelOf = (dimension: RateDimension) => {
    const reached = levelAt(limitOf(dimension), spent(dimension))
    return dimension === 'sender' ? Math.min(hardestForSender, reached) : reached
  }
  const level = (of: readonly RateDimension[]) => Math.max(0, ...of.map(levelOf))
  const sharedLevel = level(shared)
  // What a sender did comes on top of what holds for every caller, so that an attacker pays more than the customers.
  const ownLevel = level(rateDimensions.filter((dimension) => !shared.includes(dimension)))
  return { outcome: 'within', level: Math.min(hardestChallenge, sharedLevel + ownLevel), sharedLevel }
}

function levelAt(limit: Limit | undefined, spent: number): ChallengeLevel {
  return limit?.levels.filter((from) => spent >= from).length ?? 0
}

/** Who asks, in the dimensions of the policy; what is absent is not counted. */
export interface RateSubjects {
  /** Several where each of them can be guessed at; the one that was asked for most counts. */
  readonly target?: string | readonly string[]
  readonly payer?: string
  /** The network address, of which only the class is counted. */
  readonly address?: string
  /** Counts the requests of an address about one thing apart. */
  readonly about?: string
  readonly endUser?: string
  readonly channel?: string
}

/** What a caller shows who was asked to work or to wait. */
export interface ChallengeAnswer {
  readonly solution?: string | undefined
  readonly token?: string | undefined
}

export interface RateRequest extends RateSubjects, ChallengeAnswer {
  /** What the caller counts itself. */
  readonly rows?: RateCounts
}

/** What is asked of a caller right now, whatever was asked when he came. */
export interface ChallengeDue {
  readonly policy: string
  /** Of that policy. */
  readonly waits: WaitPolicyName
  readonly level: ChallengeLevel
  readonly sharedLevel: ChallengeLevel
  /** The caller and his address have asked for no more than a person would. */
  readonly isAtPace: boolean
  readonly address?: string | undefined
}

/** Work or time, as it is asked of a caller. */
export interface Challenge {
  readonly proofOfWork: unknown
  /** The challenge token: for callers that wait instead, and good at one place alone. */
  readonly token: string
  readonly waitSeconds: number
}

export type Admission =
  | { readonly outcome: 'admitted' }
  | { readonly outcome: 'challenge'; readonly challenge: Challenge }
  | { readonly outcome: 'refused'; readonly retryAfterSeconds: number }

/** The caller has to work or to wait first. */
export type Challenged = Extract<Admission, { outcome: 'challenge' }>

/** Meters one kind of request by its policy. The port of each feature that does something for strangers. */
export interface RateLimit {
  admit(request: RateRequest): Promise<Admission>
  /** For what is left out beyond a human's pace, where a challenge would cost the visitor more than it is worth. */
  isWithin(request: RateRequest): Promise<boolean>
  /** What was asked for from an address came to a good end. */
  countSuccess(subjects: Pick<RateSubjects, 'address' | 'about'>): void
  /** It found nothing: counted where the policy counts misses. */
  countMiss(subjects: RateSubjects): Promise<void>
}

/** Admits so many in each window, within one process: for what costs no more than a row or a line of a log. */
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
