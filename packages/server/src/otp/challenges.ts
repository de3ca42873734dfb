import { randomBytes } from 'node:crypto'
import { challengeSettings, isWorkEnough, waitMsFor } from '@nyanja/domain/rate-limits/challenge'
import type {
  Challenge,
  ChallengeAnswer,
  ChallengeDue,
  RateSubjects,
  WaitPolicyName,
} from '@nyanja/domain/rate-limits/rate-limit'
import type { CodeSecrets } from './code-secrets.ts'

/** What a visitor asked for when the challenge came. Sealed, so that it may be part of an address. */
interface ChallengedRequest {
  /** Of the challenge. */
  readonly level: number
  /** Values of the page that asks; no other page reads the number and the e-mail. */
  readonly values: Readonly<Record<string, string>>
}

export interface PendingRequest extends ChallengedRequest {
  readonly id: string
  readonly askedAt: number
  readonly waitSeconds: number
}

interface IssuedChallenge extends Challenge {
  readonly proofOfWork: WorkChallenge
}

interface ChallengesOptions {
  readonly proofOfWork: ProofOfWork
  readonly secrets: Pick<CodeSecrets, 'sealToken' | 'openToken'>
  readonly store: ChallengeStore
  /** Whether one more caller may pass by waiting; it is counted then. */
  readonly admitWait: (waits: WaitPolicyName, subjects: RateSubjects) => Promise<boolean>
  readonly now: () => number
}

/** Challenges for callers who ask for more than a person would: work, or time where no script runs. */
export class Challenges {
  readonly #options: ChallengesOptions

  constructor(options: ChallengesOptions) {
    this.#options = options
  }

  async createWork(level: number): Promise<WorkChallenge> {
    return this.#options.proofOfWork.createWork(level)
  }

  /** Valid for one subject. A visitor with a harder challenge than before keeps the time already waited. */
  issueToken(request: ChallengedRequest, subject: string, begun = ''): string {
    const { secrets, now } = this.#options
    const { id = randomBytes(12).toString('base64url'), askedAt = now() } = this.readToken(begun, subject) ?? {}
    return secrets.sealToken({ ...request, id, askedAt }, subject)
  }

  /** Undefined for a token of another subject, a forged one or an expired one. */
  readToken(token: string, subject: string): PendingRequest | undefined {
    const { secrets, now } = this.#options
    const request = secrets.openToken(token, subject)
    if (request === undefined || now() >= request.askedAt + challengeSettings.tokenLifeMs) return undefined
    const waitMs = Math.max(0, request.askedAt + waitMsFor(request.level) - now())
    return { ...request, waitSeconds: Math.ceil(waitMs / 1000) }
  }

  isToken(token: string, subject: string): boolean {
    return this.readToken(token, subject) !== undefined
  }

  /** A visitor who waits already keeps the token; one that was waited out and not accepted is replaced. */
  async issue(level: number, subject: string, begun = ''): Promise<IssuedChallenge> {
    const proofOfWork = await this.createWork(level)
    const { waitSeconds = 0 } = this.readToken(begun, subject) ?? {}
    if (waitSeconds > 0) return { proofOfWork, token: begun, waitSeconds }
    return { proofOfWork, token: this.issueToken({ level, values: {} }, subject), waitSeconds: waitMsFor(level) / 1000 }
  }

  /** Each solution and each token is accepted once. Undefined: neither is. */
  async accept({ solution, token }: ChallengeAnswer, subject: string, due: ChallengeDue) {
    if (solution !== undefined && (await this.#hasWorked(solution, due))) return 'work'
    return token !== undefined && (await this.#hasWaited(token, subject, due)) ? 'wait' : undefined
  }

  async #hasWorked(solution: string, { level }: ChallengeDue): Promise<boolean> {
    const { proofOfWork, store } = this.#options
    const solved = await proofOfWork.verify(solution)
    return solved !== undefined && isWorkEnough(solved.level, level) && store.spend(solved.id)
  }

  async #hasWaited(token: string, subject: string, due: ChallengeDue): Promise<boolean> {
    const { store, admitWait, now } = this.#options
    const { policy, waits, level, sharedLevel, isAtPace, address } = due
    const request = this.readToken(token, subject)
    if (request === undefined || now() < request.askedAt + waitMsFor(level - 1)) return false
    // Waiting costs a machine nothing: while everybody is challenged, it serves those who asked for nothing else.
    if (sharedLevel > 0 && !isAtPace) return false
    // While only this caller is challenged, many may share the address: it costs them time, and nothing else.
    const target = sharedLevel > 0 ? { target: policy } : {}
    const key = `waited ${request.id}`
    if (!(await store.spend(key))) return false
    const isAdmitted = await admitWait(waits, { ...target, ...(address !== undefined && { address }) })
    if (!isAdmitted) await store.giveBack(key)
    return isAdmitted
  }
}

/** What has counted once, and counts no more. */
export interface ChallengeStore {
  /** True for one caller of those who show the same. */
  spend(key: string): Promise<boolean>
  /** It may count once more. */
  giveBack(key: string): Promise<void>
}

/** A proof-of-work challenge, to be solved by the visitor's script. */
export interface WorkChallenge {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly signature: string
}

/** A challenge of ours that was solved. */
interface SolvedWork {
  /** The same solution has the same id: the caller stores which ids were accepted. */
  readonly id: string
  /** Its own: some challenges cost more than others. */
  readonly level: number
}

/** Makes a machine that asks for many codes pay for each of them with work. */
export interface ProofOfWork {
  createWork(level: number): Promise<WorkChallenge>
  /** What `solution` answers, while that is open; undefined for any other text. */
  verify(solution: string): Promise<SolvedWork | undefined>
}
