import { createHash, randomBytes } from 'node:crypto'
import type { Staff } from '@nyanja/domain/staff/roles'
import { hour, minute } from '@nyanja/domain/time'

/** Times are epoch milliseconds. */
export interface StoredSession {
  readonly staff: Staff
  readonly openedAt: number
  readonly seenAt: number
}

export interface StaffSessionStore {
  insert(digest: string, session: StoredSession): Promise<void>
  find(digest: string): Promise<StoredSession | undefined>
  see(digest: string, at: number): Promise<void>
  delete(digest: string): Promise<void>
  /** Lists the sessions of one person, the latest first. */
  list(staffId: string): Promise<readonly (StoredSession & { readonly digest: string })[]>
  /** Returns the number of deleted sessions. */
  deleteOthers(staffId: string, digest: string): Promise<number>
  /** Deletes all sessions that were opened or last seen before these times. */
  deleteOld(openedBefore: number, seenBefore: number): Promise<void>
}

/**
 * The limits of a pause, and of a working day with overtime. Roles are read again at each sign-in, so a withdrawn one
 * ends here.
 */
export const sessionLimits = { idleMs: 30 * minute, longestMs: 10 * hour } as const

/** The pause between writes, without which each page would write. */
const seenEveryMs = minute

interface StaffSessionsOptions {
  readonly store: StaffSessionStore
  readonly now: () => number
}

export interface OpenSession extends Pick<StoredSession, 'openedAt' | 'seenAt'> {
  readonly isThis: boolean
}

const isOpen = ({ openedAt, seenAt }: Pick<StoredSession, 'openedAt' | 'seenAt'>, at: number): boolean =>
  at - openedAt < sessionLimits.longestMs && at - seenAt < sessionLimits.idleMs

/** The database has only digests of the ids, so that they cannot be read from it and used. */
const digestOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/** Knows who is signed in, under ids of 256 random bits that only the browser has. */
export class StaffSessions {
  readonly #options: StaffSessionsOptions

  constructor(options: StaffSessionsOptions) {
    this.#options = options
  }

  /** Returns the id of the new session. The one that the browser had before ends. */
  async open(staff: Staff, before?: string): Promise<string> {
    const { store, now } = this.#options
    const at = now()
    await store.deleteOld(at - sessionLimits.longestMs, at - sessionLimits.idleMs)
    if (before !== undefined) await this.close(before)
    const id = randomBytes(32).toString('base64url')
    await store.insert(digestOf(id), { staff, openedAt: at, seenAt: at })
    return id
  }

  async find(id: string): Promise<Staff | undefined> {
    const { store, now } = this.#options
    const digest = digestOf(id)
    const session = await store.find(digest)
    if (session === undefined) return undefined
    const { staff, seenAt } = session
    if (!isOpen(session, now())) return undefined
    if (now() - seenAt >= seenEveryMs) await store.see(digest, now())
    return staff
  }

  /** Lists the person's sessions that are open now; `isThis` marks the one with this id. */
  async list({ id: staffId }: Staff, id: string): Promise<readonly OpenSession[]> {
    const { store, now } = this.#options
    const own = digestOf(id)
    return (await store.list(staffId))
      .filter((session) => isOpen(session, now()))
      .map(({ digest, openedAt, seenAt }) => ({ openedAt, seenAt, isThis: digest === own }))
  }

  /** Ends all but the session with this id, in all browsers at once. Returns how many there were. */
  closeOthers({ id: staffId }: Staff, id: string): Promise<number> {
    return this.#options.store.deleteOthers(staffId, digestOf(id))
  }

  close(id: string): Promise<void> {
    return this.#options.store.delete(digestOf(id))
  }
}
