import { type Resolution, resolutionsOf } from '@nyanja/domain/payments/review-resolutions'
import type { PaymentHistory, ReviewItem, ReviewStore } from './review-store.ts'

export interface ReviewsOptions {
  readonly store: ReviewStore
}

export interface Decision {
  readonly resolution: Resolution
  readonly who: string
  readonly why: string
}

export type ResolveResult =
  | { readonly outcome: 'resolved'; readonly reference: string }
  /** Somebody else, or a worker, was first: look again. */
  | { readonly outcome: 'unknown_payment' | 'not_in_review' | 'overtaken' }
  | { readonly outcome: 'not_allowed'; readonly allowed: readonly Resolution[] }

const longestList = 500

/** Payments that only a person can settle. */
export class Reviews {
  readonly #store: ReviewStore

  constructor({ store }: ReviewsOptions) {
    this.#store = store
  }

  async list(): Promise<readonly ReviewItem[]> {
    return this.#store.open(longestList)
  }

  async show(name: string): Promise<PaymentHistory | undefined> {
    return this.#store.history(asWritten(name))
  }

  /** Settles the payment by a legal move of one of its legs, and takes it off the list. */
  async resolve(name: string, decision: Decision): Promise<ResolveResult> {
    const history = await this.show(name)
    const attempt = history?.attempts.find(({ reference }) => reference === history.reference)
    if (attempt === undefined) return { outcome: 'unknown_payment' }
    if (attempt.reviews.length === 0) return { outcome: 'not_in_review' }
    const allowed = resolutionsOf(attempt.components, attempt.reviews)
    if (!allowed.includes(decision.resolution)) return { outcome: 'not_allowed', allowed }

    const { id, reference, components } = attempt
    const final = await this.#store.checkPayment({ attemptId: id, reference, components, ...decision })
    return final === 'settled' ? { outcome: 'resolved', reference } : { outcome: 'overtaken' }
  }
}

/** References are read aloud and typed as people type. */
function asWritten(name: string): string {
  return name.trim().toUpperCase()
}
