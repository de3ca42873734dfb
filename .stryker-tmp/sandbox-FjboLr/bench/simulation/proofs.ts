// @ts-nocheck
import type { PayerProof } from '../../apps/portal/server/payments/payments.ts'

/** Proofs that payers have won by a code: each is good for one payment from its own number. */
export class Proofs {
  readonly #unspent = new Set<string>()
  readonly #spentBy = new Map<string, number>()
  #given = 0

  give(msisdn: string, subject: string): PayerProof {
    this.#given += 1
    const uniqueCode = String(this.#given)
    this.#unspent.add(`${uniqueCode} ${msisdn} ${subject}`)
    return { uniqueCode, subject }
  }

  readonly accept = async (
    { uniqueCode, subject }: PayerProof,
    { msisdn }: { readonly msisdn: string },
  ): Promise<boolean> => {
    const isGood = this.#unspent.delete(`${uniqueCode} ${msisdn} ${subject}`)
    if (isGood) this.#spentBy.set(msisdn, (this.#spentBy.get(msisdn) ?? 0) + 1)
    return isGood
  }

  /** One spent proof stands behind one payment. False when there is none. */
  answerFor(msisdn: string): boolean {
    const spent = this.#spentBy.get(msisdn) ?? 0
    this.#spentBy.set(msisdn, spent - 1)
    return spent > 0
  }
}
