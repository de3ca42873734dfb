export type Decision = 'approved' | 'refused'

/** What the issuer asks the cardholder to confirm. */
export interface Challenge {
  readonly id: string
  readonly merchant: string
  readonly reference: string
  readonly amount: string
  readonly cardLast4: string
  readonly returnUrl: string
  decision: Decision | undefined
  /** Wrong codes that the issuer still puts up with. */
  triesLeft: number
}

export type ChallengeRequest = Omit<Challenge, 'id' | 'decision' | 'triesLeft'>
