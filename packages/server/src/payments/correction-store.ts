import type { CorrectionRefusal, CorrectionState } from '@nyanja/domain/payments/correction'

/** Times are epoch milliseconds. */
export interface Correction {
  readonly attemptId: string
  /** Nine national digits of the number that was meant; empty once it was forgotten. */
  readonly wantedMsisdn: string
  readonly state: CorrectionState
  readonly refusal?: CorrectionRefusal
  readonly askedAt: number
  readonly decidedAt?: number
}

/** Keeps what customers ask to have put right. What becomes of it is for people to decide. */
export interface CorrectionStore {
  /** One for each payment: false when there is one already. */
  add(attemptId: string, wantedMsisdn: string): Promise<boolean>
  of(attemptId: string): Promise<Correction | undefined>
}
