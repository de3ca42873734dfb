import { randomBytes } from 'node:crypto'
import { challengeSettings, isWorkEnough, waitMsFor } from '@nyanja/domain/challenge'
import type { Challenge, ChallengeDue, ChallengeShown, RateSubjects } from '@nyanja/domain/rate-limit'
import type { CodeSecrets } from './code-secrets.ts'
import type { ProofOfWork, Puzzle } from './proof-of-work.ts'
import type { TollStore } from './toll-store.ts'

/** What somebody asked for when he was told to work or to wait: sealed, so that it may stand in an address. */
export interface Wish {
  /** Of the challenge. */
  readonly level: number
  /** Values of the page that asks; the number and the e-mail are read by nobody else. */
  readonly values: Readonly<Record<string, string>>
}

export interface HeldWish extends Wish {
  readonly id: string
  readonly askedAt: number
  readonly waitSeconds: number
}

interface TollDemand extends Challenge {
  readonly puzzle: Puzzle
}

export interface TollOptions {
  readonly proofOfWork: ProofOfWork
  readonly secrets: Pick<CodeSecrets, 'sealTicket' | 'openTicket'>
  readonly store: TollStore
  /** Whether one more may get through by waiting; then he is counted. */
  readonly admitWait: (policy: string, subjects: RateSubjects) => Promise<boolean>
  readonly now: () => number
}

/** Challenges for callers who ask for more than a person would: work, or time where no script runs. */
export class Toll {
  readonly #options: TollOptions

  constructor(options: TollOptions) {
    this.#options = options
  }

  async puzzle(level: number): Promise<Puzzle> {
    return this.#options.proofOfWork.puzzle(level)
  }

  /** Good at one place alone. A visitor who was asked for more than before goes on waiting where he began. */
  ticket(wish: Wish, subject: string, begun = ''): string {
    const { secrets, now } = this.#options
    const { id = randomBytes(12).toString('base64url'), askedAt = now() } = this.wish(begun, subject) ?? {}
    return secrets.sealTicket({ ...wish, id, askedAt }, subject)
  }

  /** Undefined for what is no ticket of this place, or an old one. */
  wish(ticket: string, subject: string): HeldWish | undefined {
    const { secrets, now } = this.#options
    const wish = secrets.openTicket(ticket, subject)
    if (wish === undefined || now() >= wish.askedAt + challengeSettings.tokenLifeMs) return undefined
    const waitMs = Math.max(0, wish.askedAt + waitMsFor(wish.level) - now())
    return { ...wish, waitSeconds: Math.ceil(waitMs / 1000) }
  }

  isTicket(ticket: string, subject: string): boolean {
    return this.wish(ticket, subject) !== undefined
  }

  /** Whoever has begun to wait at this place has less of it left; a ticket that did not pay is worth no more. */
  async demand(level: number, subject: string, begun = ''): Promise<TollDemand> {
    const puzzle = await this.puzzle(level)
    const { waitSeconds = 0 } = this.wish(begun, subject) ?? {}
    if (waitSeconds > 0) return { puzzle, ticket: begun, waitSeconds }
    return { puzzle, ticket: this.ticket({ level, values: {} }, subject), waitSeconds: waitMsFor(level) / 1000 }
  }

  /** Each solution and each ticket pays once. Undefined: neither does. */
  async paidBy({ solution, ticket }: ChallengeShown, subject: string, due: ChallengeDue) {
    if (solution !== undefined && (await this.#hasWorked(solution, due))) return 'work'
    return ticket !== undefined && (await this.#hasWaited(ticket, subject, due)) ? 'wait' : undefined
  }

  async #hasWorked(solution: string, { level }: ChallengeDue): Promise<boolean> {
    const { proofOfWork, store } = this.#options
    const solved = await proofOfWork.solved(solution)
    return solved !== undefined && isWorkEnough(solved.level, level) && store.spend(solved.id)
  }

  async #hasWaited(ticket: string, subject: string, due: ChallengeDue): Promise<boolean> {
    const { store, admitWait, now } = this.#options
    const { policy, level, sharedLevel, isAtPace, address } = due
    const wish = this.wish(ticket, subject)
    if (wish === undefined || now() < wish.askedAt + waitMsFor(level - 1)) return false
    // Waiting costs a machine nothing: while everybody is challenged, it serves those who asked for nothing else.
    if (sharedLevel > 0 && !isAtPace) return false
    // While only this caller is challenged, many may share his address: it costs them time, and nothing else.
    const target = sharedLevel > 0 ? { target: policy } : {}
    const key = `waited ${wish.id}`
    if (!(await store.spend(key))) return false
    const isAdmitted = await admitWait(policy, { ...target, ...(address !== undefined && { address }) })
    if (!isAdmitted) await store.giveBack(key)
    return isAdmitted
  }
}
