import { randomBytes } from 'node:crypto'
import { Register } from '../core/register.ts'
import type { Refund, Terms, Transaction } from './transaction.ts'

const firstId = 4_099_260_516
const firstRefundId = 15_581_137

export interface Refunded {
  readonly transaction: Transaction
  readonly refund: Refund
}

/** Every transaction that Paystack knows, by each of its names. */
export class Ledger {
  readonly #now: () => Date
  readonly #all = new Register(({ reference, accessCode }: Transaction) => ({ reference, accessCode }))
  #refunds = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  create(terms: Terms): Transaction {
    return this.#all.add({
      ...terms,
      id: firstId + this.#all.size,
      accessCode: randomBytes(8).toString('hex'),
      createdAt: this.#now().toISOString(),
      status: 'abandoned',
      gatewayResponse: 'The transaction was not completed',
      channel: undefined,
      card: undefined,
      awaited: undefined,
      challenge: undefined,
      dueAtMs: undefined,
      payment: undefined,
      refunds: [],
    })
  }

  find(reference: string): Transaction | undefined {
    return this.#all.by('reference', reference)
  }

  byAccessCode(accessCode: string): Transaction | undefined {
    return this.#all.by('accessCode', accessCode)
  }

  addRefund(transaction: Transaction, refund: Omit<Refund, 'id' | 'at'>): Refund {
    const added: Refund = { ...refund, id: firstRefundId + this.#refunds++, at: this.#now().toISOString() }
    transaction.refunds = [...transaction.refunds, added]
    return added
  }

  findRefund(id: string): Refunded | undefined {
    return this.refunds().find(({ refund }) => String(refund.id) === id)
  }

  refunds(): readonly Refunded[] {
    return this.all().flatMap((transaction) => transaction.refunds.map((refund) => ({ transaction, refund })))
  }

  all(): readonly Transaction[] {
    return this.#all.all()
  }

  restore(transactions: readonly Transaction[]): void {
    this.#all.restore(transactions)
    this.#refunds = this.refunds().length
  }

  clear(): void {
    this.#all.clear()
    this.#refunds = 0
  }
}
