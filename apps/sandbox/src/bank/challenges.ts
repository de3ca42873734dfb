import { randomUUID } from 'node:crypto'
import type { Challenge, ChallengeRequest, Decision } from './challenge.ts'

/** What every cardholder gets from his bank. */
export const cardholderCode = '123456'

const codeTries = 3

/** The confirmations that the issuer has been asked for. */
export class Challenges {
  readonly #byId = new Map<string, Challenge>()

  open(request: ChallengeRequest): Challenge {
    const challenge: Challenge = { ...request, id: randomUUID(), decision: undefined, triesLeft: codeTries }
    this.#byId.set(challenge.id, challenge)
    return challenge
  }

  find(id: string): Challenge | undefined {
    return this.#byId.get(id)
  }

  /** The first decision stands, however often the cardholder goes back. */
  decide(challenge: Challenge, decision: Decision): void {
    challenge.decision ??= decision
  }

  /** With the last try that it spends, a wrong code refuses the payment. */
  isRightCode(challenge: Challenge, code: string): boolean {
    if (code.trim() === cardholderCode) return true
    challenge.triesLeft -= 1
    if (challenge.triesLeft <= 0) this.decide(challenge, 'refused')
    return false
  }

  all(): readonly Challenge[] {
    return [...this.#byId.values()]
  }

  restore(challenges: readonly Challenge[]): void {
    this.clear()
    for (const challenge of challenges) this.#byId.set(challenge.id, challenge)
  }

  clear(): void {
    this.#byId.clear()
  }
}
