import { failIfRefused } from '@nyanja/domain/errors'
import type { Challenge, ChallengeAnswer, Challenged, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { hour } from '@nyanja/domain/time'

/** A payment as needed by a search. A number or e-mail that was not given, or was forgotten, is missing. */
export interface SearchedPayment {
  readonly id: string
  /** The national digits of the payer, and of the receiving line. */
  readonly msisdns: readonly string[]
  readonly email?: string
}

export interface PaymentSearchStore {
  byReference(reference: string): Promise<SearchedPayment | undefined>
  /** Queues a mail with the link of a payment, unless one was queued after `since`. */
  mailLink(attemptId: string, mail: { readonly language: string; readonly since: number }): Promise<void>
}

export interface SearchRequester extends ChallengeAnswer {
  readonly clientIp: string
  readonly language: string
}

export type SearchCodeSent =
  | { readonly outcome: 'sent'; readonly refId: string }
  | { readonly outcome: 'too_soon'; readonly resendInSeconds: number }
  | { readonly outcome: 'limit_reached' }
  | { readonly outcome: 'proof_of_work_needed'; readonly level: number }

interface SearchCode extends SearchRequester {
  readonly msisdn: string
  readonly reference: string
  /** When false, nothing is sent, and the answer is the same. */
  readonly mayGoOut: boolean
}

export interface PaymentSearchOptions {
  readonly store: PaymentSearchStore
  readonly sendCode: (code: SearchCode) => Promise<SearchCodeSent>
  /** Continues a wait that has begun for this reference. */
  readonly issueChallenge: (level: number, reference: string, token?: string) => Promise<Challenge>
  /** The policy `payment_lookup`, for mails; codes have a policy of their own. */
  readonly limit: RateLimit
  readonly now: () => number
}

/** The typed search: a reference, as `readPaymentReference` returns it, and a number or e-mail. */
export type Searched = { readonly reference: string } & ({ readonly msisdn: string } | { readonly email: string })

/** The result, equal for an existing payment, an unknown one, and a number or e-mail that does not belong to it. */
export type SearchResult =
  | Extract<SearchCodeSent, { outcome: 'sent' | 'too_soon' | 'limit_reached' }>
  | { readonly outcome: 'mailed' }
  | Challenged

const betweenMailsMs = hour

/** Finds a payment by its reference for a visitor who can read the SMS or mail of the payer or the receiver. */
export class PaymentSearch {
  readonly #options: PaymentSearchOptions

  constructor(options: PaymentSearchOptions) {
    this.#options = options
  }

  async find(searched: Searched, requester: SearchRequester): Promise<SearchResult> {
    return 'msisdn' in searched ? this.#bySms(searched, requester) : this.#byMail(searched, requester)
  }

  /** Finds the payment whose reference a verified code was sent for. */
  async idOf(reference: string): Promise<string | undefined> {
    return (await this.#options.store.byReference(reference))?.id
  }

  async #bySms(
    { reference, msisdn }: Searched & { msisdn: string },
    requester: SearchRequester,
  ): Promise<SearchResult> {
    const { store, sendCode, issueChallenge } = this.#options
    const payment = await store.byReference(reference)
    const mayGoOut = payment?.msisdns.includes(msisdn) ?? false
    const sent = await sendCode({ ...requester, msisdn, reference, mayGoOut })
    return sent.outcome === 'proof_of_work_needed'
      ? { outcome: 'challenge', challenge: await issueChallenge(sent.level, reference, requester.token) }
      : sent
  }

  async #byMail({ reference, email }: Searched & { email: string }, requester: SearchRequester): Promise<SearchResult> {
    const { store, limit, now } = this.#options
    const admission = failIfRefused(await limit.admit({ target: reference, ...requester }))
    if (admission.outcome === 'challenge') return admission
    const payment = await store.byReference(reference)
    if (payment?.email?.toLowerCase() === email.toLowerCase())
      await store.mailLink(payment.id, { language: requester.language, since: now() - betweenMailsMs })
    return { outcome: 'mailed' }
  }
}
