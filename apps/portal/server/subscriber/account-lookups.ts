import type { WorkReason } from '@nyanja/domain/otp-sending'
import type { Bills } from './bills.ts'
import type { FixedBill } from './fixed-bill.ts'
import type { MissBudget } from './miss-budget.ts'

/** What somebody shows who was asked to work or to wait. */
export interface LookupPaid {
  readonly solution?: string
  readonly ticket?: string
}

/** What a lookup costs right now: work, or time. */
export interface LookupDemand {
  readonly puzzle: unknown
  readonly ticket: string
  readonly waitSeconds: number
}

export interface LookupToll {
  isPaid(paid: LookupPaid, because: WorkReason): Promise<boolean>
  /** Whoever has begun to wait has less of it left. */
  demand(because: WorkReason, ticket?: string): Promise<LookupDemand>
}

export interface AccountLookupsOptions {
  readonly bills: Pick<Bills, 'fixedNow'>
  readonly misses: Pick<MissBudget, 'isSpent' | 'spend'>
  /** Counts one more wish of an address, and says whether there have been too many. */
  readonly isBusyWith: (address: string) => boolean
  readonly toll: LookupToll
}

export interface Asking extends LookupPaid {
  readonly address: string
}

export type AccountLookup =
  | { readonly outcome: 'found'; readonly bill: FixedBill }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'toll'; readonly demand: LookupDemand }

/** All browsers together. */
const everybody = 'accounts asked for by visitors'

/**
 * Fixed accounts by their number, for visitors. Nobody is refused: once visitors miss as only machines do, or an address
 * asks for more than a person would, each lookup costs work or time.
 */
export class AccountLookups {
  readonly #options: AccountLookupsOptions

  constructor(options: AccountLookupsOptions) {
    this.#options = options
  }

  async find(account: string, { address, ...paid }: Asking): Promise<AccountLookup> {
    const { bills, misses, toll } = this.#options
    const because = await this.#reasonToPay(address)
    if (because !== undefined && !(await toll.isPaid(paid, because)))
      return { outcome: 'toll', demand: await toll.demand(because, paid.ticket) }
    const bill = await bills.fixedNow(account)
    if (bill !== undefined) return { outcome: 'found', bill }
    await misses.spend(everybody)
    return { outcome: 'unknown' }
  }

  async #reasonToPay(address: string): Promise<WorkReason | undefined> {
    const { misses, isBusyWith } = this.#options
    const isBusy = isBusyWith(address)
    if (await misses.isSpent(everybody)) return 'breaker'
    return isBusy ? 'caller' : undefined
  }
}
