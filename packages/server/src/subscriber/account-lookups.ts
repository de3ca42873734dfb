import { failIfRefused } from '@nyanja/domain/errors'
import type { ChallengeAnswer, Challenged, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import type { Bills, FixedLineBill } from './bills.ts'

export interface AccountLookupsOptions {
  readonly bills: Pick<Bills, 'fixedLineNow'>
  /** The policy `account_lookup`. */
  readonly limit: RateLimit
}

export interface AccountRequester extends ChallengeAnswer {
  readonly clientIp: string
}

export type AccountLookup =
  | { readonly outcome: 'found'; readonly bill: FixedLineBill }
  | { readonly outcome: 'unknown' }
  | Challenged

/**
 * Looks fixed accounts up by number, for visitors. No visitor is refused: beyond the usual number of misses, or a
 * human's pace for one address, each lookup requires a challenge.
 */
export class AccountLookups {
  readonly #options: AccountLookupsOptions

  constructor(options: AccountLookupsOptions) {
    this.#options = options
  }

  async find(account: string, requester: AccountRequester): Promise<AccountLookup> {
    const { bills, limit } = this.#options
    const admission = failIfRefused(await limit.admit(requester))
    if (admission.outcome === 'challenge') return admission
    const bill = await bills.fixedLineNow(account)
    if (bill !== undefined) return { outcome: 'found', bill }
    await limit.countMiss({})
    return { outcome: 'unknown' }
  }
}
