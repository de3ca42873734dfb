import type { Draft } from './draft.ts'

export interface DraftBudget {
  /** Epoch milliseconds. */
  readonly since: number
  readonly most: number
}

/** Tells whoever proved his number where he can go on, on any device. */
export interface ResumeMessage {
  readonly id: string
  readonly msisdn: string
  readonly at: number
}

/** Keeps orders for internet at home that are under way. */
export interface DraftStore {
  /** False when as many have begun since then. */
  add(draft: Draft, budget: DraftBudget): Promise<boolean>
  draft(id: string): Promise<Draft | undefined>
  /** False when it has changed since this version was read. A message is queued with the change or not at all. */
  change(
    draft: Pick<Draft, 'id' | 'version'>,
    to: Pick<Draft, 'answers' | 'language' | 'lead'>,
    message?: ResumeMessage,
  ): Promise<boolean>
}
