import type { Draft } from './draft.ts'

/** Tells whoever proved his number where he can go on, on any device, unless the order is handed in by then. */
export interface ResumeMessage {
  readonly msisdn: string
  readonly at: number
  readonly dueAt: number
}

/** Keeps orders for internet at home that are under way. */
export interface DraftStore {
  add(draft: Draft): Promise<void>
  /** Epoch milliseconds. */
  begunSince(since: number): Promise<number>
  draft(id: string): Promise<Draft | undefined>
  /**
   * False when it has changed since this version was read. A message is queued with the change or not at all; the hand-in
   * takes it back, since another one leads on from there.
   */
  change(
    draft: Pick<Draft, 'id' | 'version'>,
    to: Pick<Draft, 'answers' | 'language' | 'lead' | 'expiresAt'>,
    message?: ResumeMessage,
  ): Promise<boolean>
}
