import { consentSubject, type Quote } from '@nyanja/domain/money/exchange'
import type { Money } from '@nyanja/domain/money/money'
import type { Method } from '@nyanja/server/payments/attempt'
import type { Order } from '@nyanja/server/payments/orders'
import type { PayerProof } from '@nyanja/server/payments/payments'
import type { ConsentGiven } from '@nyanja/server/payments/pin/pin-payments'
import type { WalletConsent } from '@nyanja/server/payments/pin/pin-wallet'

interface Holder {
  readonly method: Method
  readonly msisdn: string
  readonly order: Pick<Order, 'id' | 'choice'>
  /** The amount in another currency than the order's. */
  readonly quote?: Quote
}

interface Given extends ConsentGiven {
  readonly subject: string
  /** The amount that the holder was shown. */
  readonly shown: Money | undefined
}

const lifeMs = 10 * 60_000

/** Consents that wallet holders gave with a code: each is valid for one payment from one wallet, and all its PINs. */
export class Consents {
  readonly #given = new Map<string, Given>()
  /** The payment that each token serves. */
  readonly #serves = new Map<string, string>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  give({ method, msisdn, order, quote }: Holder): PayerProof {
    const uniqueCode = `consent ${this.#given.size + 1}`
    const consent = { token: `Bearer ${uniqueCode}`, expiresAt: this.#now() + lifeMs }
    const subject = consentSubject(order.id, quote)
    const shown = quote?.charged ?? order.choice?.amount
    this.#given.set(uniqueCode, { method, msisdn, consent, subject, shown })
    return { uniqueCode, subject }
  }

  /** The digest is stored as by the portal. */
  readonly of = async ({ uniqueCode, subject }: PayerProof): Promise<ConsentGiven | undefined> => {
    const given = this.#given.get(uniqueCode)
    return given?.subject === subject ? given : undefined
  }

  /** Tells whether its holder was shown exactly this amount. */
  isFor({ token }: WalletConsent, { minor, currency }: Money): boolean {
    const given = [...this.#given.values()].find(({ consent }) => consent.token === token)
    return given?.shown?.minor === minor && given.shown.currency === currency
  }

  /** Tells what the wallet sees. `stranger` means that the holder of another number has consented to something. */
  standingOf({ token }: WalletConsent, { id, msisdn }: { readonly id: string; readonly msisdn: string }) {
    const given = [...this.#given.values()].find(({ consent }) => consent.token === token)
    if (given?.msisdn !== msisdn) return 'stranger'
    const served = this.#serves.get(token) ?? id
    this.#serves.set(token, served)
    return served === id && this.#now() < given.consent.expiresAt ? 'good' : 'over'
  }
}

/** Payers got these proofs for a code: each is valid for one payment from its own number. */
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

  /** One spent proof covers one payment. It is false when there is none. */
  answerFor(msisdn: string): boolean {
    const spent = this.#spentBy.get(msisdn) ?? 0
    this.#spentBy.set(msisdn, spent - 1)
    return spent > 0
  }
}
