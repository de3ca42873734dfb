import { randomBytes } from 'node:crypto'
import { challengeSettings, computeWaitMs, isWorkEnough } from '@nyanja/domain/rate-limits/challenge'
import type {
  Challenge,
  ChallengeAnswer,
  ChallengeDue,
  RateSubjects,
  WaitPolicyName,
} from '@nyanja/domain/rate-limits/rate-limit'
import type { CodeSecrets } from './code-secrets.ts'

/** The request for which the challenge was issued, sealed, so that it may be part of an address. */
interface ChallengedRequest {
  /** The level of the challenge. */
  readonly level: number
  /** Values of the requesting page; no other page reads the number and the e-mail. */
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
  /** Tells whether one more caller may pass by waiting, which is then counted. */
  readonly admitWait: (waitPolicy: WaitPolicyName, subjects: RateSubjects) => Promise<boolean>
  readonly now: () => number
}

/** Issues challenges to callers beyond a human's pace: proof of work, or waiting time without script. */
export class Challenges {
  readonly #options: ChallengesOptions

  constructor(options: ChallengesOptions) {
    this.#options = options
  }

  async createWork(level: number): Promise<WorkChallenge> {
    return this.#options.proofOfWork.createWork(level)
  }

  /** Issues a token for one subject. A visitor who now gets a harder challenge keeps the time already waited. */
  issueToken(request: ChallengedRequest, subject: string, begun = ''): string {
    const { secrets, now } = this.#options
    const { id = randomBytes(12).toString('base64url'), askedAt = now() } = this.readToken(begun, subject) ?? {}
    return secrets.sealToken({ ...request, id, askedAt }, subject)
  }

  /** Returns undefined for a token of another subject, a forged one or an expired one. */
  readToken(token: string, subject: string): PendingRequest | undefined {
    const { secrets, now } = this.#options
    const request = secrets.openToken(token, subject)
    if (request === undefined || now() >= request.askedAt + challengeSettings.tokenLifeMs) return undefined
    const waitMs = Math.max(0, request.askedAt + computeWaitMs(request.level) - now())
    return { ...request, waitSeconds: Math.ceil(waitMs / 1000) }
  }

  isToken(token: string, subject: string): boolean {
    return this.readToken(token, subject) !== undefined
  }

  /** A visitor who is waiting keeps the token; one that was waited out and not accepted is replaced. */
  async issue(level: number, subject: string, begun = ''): Promise<IssuedChallenge> {
    const proofOfWork = await this.createWork(level)
    const { waitSeconds = 0 } = this.readToken(begun, subject) ?? {}
    if (waitSeconds > 0) return { proofOfWork, token: begun, waitSeconds }
    return {
      proofOfWork,
      token: this.issueToken({ level, values: {} }, subject),
      waitSeconds: computeWaitMs(level) / 1000,
    }
  }

  /** Accepts each solution and each token once: undefined when neither is accepted. */
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
    const { policy, waitPolicy, level, sharedLevel, isAtPace, clientIp } = due
    const request = this.readToken(token, subject)
    if (request === undefined || now() < request.askedAt + computeWaitMs(level - 1)) return false
    // Waiting costs a machine nothing: while all callers are challenged, it serves only a caller's first request.
    if (sharedLevel > 0 && !isAtPace) return false
    // While only this caller is challenged, many may share the address, and waiting costs them only time.
    const target = sharedLevel > 0 ? { target: policy } : {}
    const key = `waited ${request.id}`
    if (!(await store.spend(key))) return false
    const isAdmitted = await admitWait(waitPolicy, { ...target, ...(clientIp !== undefined && { clientIp }) })
    if (!isAdmitted) await store.release(key)
    return isAdmitted
  }
}

/** The solutions and tokens that were accepted and are no longer valid. */
export interface ChallengeStore {
  /** Returns true for exactly one of the callers that present the same key. */
  spend(key: string): Promise<boolean>
  /** Makes the key valid once more. */
  release(key: string): Promise<void>
}

/** A proof-of-work challenge, to be solved by the visitor's script. */
export interface WorkChallenge {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly signature: string
}

/** A solved challenge of the portal. */
interface SolvedWork {
  /** The same solution has the same id: the caller stores which ids were accepted. */
  readonly id: string
  /** The level of the challenge; some cost more than others. */
  readonly level: number
}

/** Makes a machine that requests many codes pay for each of them with work. */
export interface ProofOfWork {
  createWork(level: number): Promise<WorkChallenge>
  /** Finds the challenge that `solution` solves, if it is valid; undefined for any other text. */
  verify(solution: string): Promise<SolvedWork | undefined>
}
