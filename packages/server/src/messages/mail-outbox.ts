/** A receipt by e-mail that is due. It was put here in the transaction that gave rise to it. */
export interface DueMail {
  readonly id: string
  readonly attemptId: string
  readonly kind: string
  readonly email: string
  readonly language: string
  /** What the text is filled with. */
  readonly params: Readonly<Record<string, string>>
  readonly tries: number
}

/** What must go out by e-mail, and what became of it. */
export interface MailQueue<Due> {
  claim(claim: { readonly limit: number; readonly leaseMs: number }): Promise<readonly Due[]>
  sent(mail: Due): Promise<void>
  /** Another try at `nextTryAt`; none without it. */
  notSent(mail: Due, nextTryAt: number | undefined): Promise<void>
}

export type MailOutbox = MailQueue<DueMail>
