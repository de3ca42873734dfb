import { randomUUID } from 'node:crypto'
import { payable, type ResultCode } from './results.ts'
import type { Terms, Transaction } from './transaction.ts'

const firstReference = 49_763_213

/** Every transaction that DPO knows, by each of its names. */
export class Ledger {
  readonly #now: () => Date
  readonly #byToken = new Map<string, Transaction>()
  readonly #byReference = new Map<string, Transaction>()
  readonly #byCompanyRef = new Map<string, Transaction[]>()

  constructor(now: () => Date) {
    this.#now = now
  }

  create(terms: Terms): Transaction {
    const now = this.#now()
    return this.#add({
      ...terms,
      token: randomUUID().toUpperCase(),
      reference: `R${firstReference + this.#byToken.size}`,
      createdAt: now.toISOString(),
      expiresAtMs: now.getTime() + terms.timeLimitMs,
      result: '900',
      declineReason: '',
      card: undefined,
      payment: undefined,
      challengeId: undefined,
      isVerified: false,
      isReversed: false,
      refunds: [],
    })
  }

  byToken(token: string): Transaction | undefined {
    return this.#byToken.get(token.toUpperCase())
  }

  byReference(reference: string): Transaction | undefined {
    return this.#byReference.get(reference)
  }

  /** The paid one if there is one, else the latest. */
  byCompanyRef(companyRef: string): Transaction | undefined {
    const transactions = this.#byCompanyRef.get(companyRef)
    return transactions?.find(({ payment }) => payment !== undefined) ?? transactions?.at(-1)
  }

  /** Nobody notices a passed time limit but the one who looks. */
  getResult(transaction: Transaction): ResultCode {
    const isOver = payable.includes(transaction.result) && this.#now().getTime() >= transaction.expiresAtMs
    if (isOver) transaction.result = '903'
    return transaction.result
  }

  canBePaid(transaction: Transaction): boolean {
    return payable.includes(this.getResult(transaction))
  }

  all(): readonly Transaction[] {
    return [...this.#byToken.values()]
  }

  restore(transactions: readonly Transaction[]): void {
    this.clear()
    for (const transaction of transactions) this.#add(transaction)
  }

  clear(): void {
    this.#byToken.clear()
    this.#byReference.clear()
    this.#byCompanyRef.clear()
  }

  #add(transaction: Transaction): Transaction {
    const { token, reference, companyRef } = transaction
    this.#byToken.set(token, transaction)
    this.#byReference.set(reference, transaction)
    const sameRef = this.#byCompanyRef.get(companyRef)
    if (sameRef) sameRef.push(transaction)
    else this.#byCompanyRef.set(companyRef, [transaction])
    return transaction
  }
}
