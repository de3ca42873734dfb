import type { WorkReason } from '@nyanja/domain/otp-sending'
import { isWorkEnough, type TollSettings } from '@nyanja/domain/toll-settings'
import type { CodeSecrets } from './code-secrets.ts'
import type { ProofOfWork, Puzzle } from './proof-of-work.ts'
import type { TollStore } from './toll-store.ts'

/** What somebody asked for when he was told to work or to wait: sealed, so that it may stand in an address. */
export interface Wish {
  readonly because: WorkReason
  /** Values of the page that asks; the number and the e-mail are read by nobody else. */
  readonly values: Readonly<Record<string, string>>
}

export interface HeldWish extends Wish {
  readonly waitSeconds: number
}

/** What a caller shows for a message. */
export interface TollPaid {
  readonly solution?: string
  readonly ticket?: string
}

/** What is asked of a caller: work, or time. */
export interface TollDemand {
  readonly puzzle: Puzzle
  readonly ticket: string
  readonly waitSeconds: number
}

export interface TollOptions {
  readonly proofOfWork: ProofOfWork
  readonly secrets: Pick<CodeSecrets, 'sealTicket' | 'openTicket' | 'digestOfTicket'>
  readonly store: TollStore
  readonly settings: TollSettings
  readonly now: () => number
}

const hour = 3_600_000

/** What a message costs whoever asks for more of them than a person would: work, or time where no script runs. */
export class Toll {
  readonly #options: TollOptions

  constructor(options: TollOptions) {
    this.#options = options
  }

  async puzzle(because: WorkReason): Promise<Puzzle> {
    return this.#options.proofOfWork.puzzle(because)
  }

  /** Good at one place alone. */
  ticket(wish: Wish, subject: string): string {
    const { secrets, now } = this.#options
    return secrets.sealTicket({ ...wish, askedAt: now() }, subject)
  }

  /** Undefined for what is no ticket of this place, or an old one. */
  wish(ticket: string, subject: string): HeldWish | undefined {
    const { secrets, settings, now } = this.#options
    const wish = secrets.openTicket(ticket, subject)
    if (wish === undefined || now() >= wish.askedAt + settings.ticketLifeMs) return undefined
    const waitMs = Math.max(0, wish.askedAt + settings.waitMs - now())
    return { because: wish.because, values: wish.values, waitSeconds: Math.ceil(waitMs / 1000) }
  }

  /** Whoever has begun to wait at this place has less of it left; a ticket that did not pay is worth no more. */
  async demand(because: WorkReason, subject: string, begun = ''): Promise<TollDemand> {
    const puzzle = await this.puzzle(because)
    const { waitSeconds = 0 } = this.wish(begun, subject) ?? {}
    if (waitSeconds > 0) return { puzzle, ticket: begun, waitSeconds }
    return {
      puzzle,
      ticket: this.ticket({ because, values: {} }, subject),
      waitSeconds: this.#options.settings.waitMs / 1000,
    }
  }

  /** Each solution and each ticket pays for one message. `because` is the reason that holds now, not the ticket's. */
  async isPaid({ solution, ticket }: TollPaid, subject: string, because: WorkReason): Promise<boolean> {
    if (solution !== undefined && (await this.#hasWorked(solution, because))) return true
    return ticket !== undefined && this.#hasWaited(ticket, subject, because)
  }

  async #hasWorked(solution: string, because: WorkReason): Promise<boolean> {
    const { proofOfWork, store, settings } = this.#options
    const solved = await proofOfWork.solved(solution)
    return solved !== undefined && isWorkEnough(settings.efforts, solved.because, because) && store.spend(solved.id)
  }

  async #hasWaited(ticket: string, subject: string, because: WorkReason): Promise<boolean> {
    const { secrets, store, settings, now } = this.#options
    if (this.wish(ticket, subject)?.waitSeconds !== 0) return false
    const digest = secrets.digestOfTicket(ticket)
    // Of a busy address nothing is known but that many share it: it may cost them time, and never the message.
    const isFree = because === 'caller'
    const limit = { since: now() - hour, most: settings.waitsPerHour }
    if (!isFree && !(await store.spendWait(digest, limit))) return false
    // Once, whichever reason held when.
    return store.spend(`waited ${digest}`)
  }
}
