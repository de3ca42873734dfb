import type { Money } from '@nyanja/domain/money/money'
import { second } from '@nyanja/domain/time'
import type { DueTakeback } from './attempt.ts'
import { Deliveries, type DeliveriesOptions, type DeliveryStore } from './deliveries.ts'
import type { DeliveryProvider, Purchase } from './delivery-provider.ts'
import type { CheckStore } from './status-checks.ts'

/** The name of a takeback ends so, after the id of its payment. */
export const takebackEnding = '-takeback'

/**
 * Makes the id by which the BSS knows the debit. A payment has one, so that the BSS can be asked whether it was made
 * already.
 */
export const takebackIdOf = (attemptId: string): string => `${attemptId}${takebackEnding}`

/** Finds the payment whose goods are taken back: undefined for any other id. */
export function paymentOfTakeback(id: string): string | undefined {
  return id.endsWith(takebackEnding) ? id.slice(0, -takebackEnding.length) : undefined
}

/**
 * Takes airtime from a line. The purchase is what is taken: `delivered` means debited. Sends and look-ups keep the
 * rules of `DeliveryProvider`.
 */
export interface TakebackProvider extends Omit<DeliveryProvider, 'cancel'> {
  /**
   * Reads the airtime of a line, before it is debited: undefined when there is no such line, or it has no airtime of
   * this currency.
   */
  balanceOf(line: Pick<Purchase, 'msisdn' | 'amount'>): Promise<Money | undefined>
}

export interface TakebackStore extends DeliveryStore {
  /** Stores the balance of the line, for the second person. */
  seen(takeback: DueTakeback, balance: Money): Promise<void>
  /** Reads the balance again later, because the BSS did not answer. */
  lookLater(takeback: DueTakeback, at: number): Promise<void>
  /** Ends the takeback, of which nothing will be taken, and the request of staff. */
  end(takeback: DueTakeback, reason: 'bss_has_no_debits' | 'no_airtime_account'): Promise<boolean>
}

interface TakebacksOptions {
  readonly store: Pick<TakebackStore, 'seen' | 'lookLater' | 'end'>
  readonly debits: Pick<Deliveries, 'deliver'>
  /** The provider, absent where the BSS takes nothing back. */
  readonly provider: Pick<TakebackProvider, 'balanceOf'> | undefined
  readonly now: () => number
}

const longestPauseMs = 60 * second

/** Takes back the goods of refunded payments. A worker that holds the takeback's lease runs it. */
export class Takebacks {
  readonly #options: TakebacksOptions

  constructor(options: TakebacksOptions) {
    this.#options = options
  }

  async process(takeback: DueTakeback): Promise<void> {
    const { state, ...rest } = takeback
    return state === 'asked' ? this.#look(takeback) : this.#options.debits.deliver({ ...rest, state })
  }

  /** Reads the balance of the line, which the people who decide see before anything is taken. */
  async #look(takeback: DueTakeback): Promise<void> {
    const { store, provider, now } = this.#options
    if (provider === undefined) return void (await store.end(takeback, 'bss_has_no_debits'))
    const balance = await provider.balanceOf(takeback).catch(() => null)
    if (balance === undefined) return void (await store.end(takeback, 'no_airtime_account'))
    if (balance !== null) return store.seen(takeback, balance)
    const pauseMs = Math.min(second * 2 ** takeback.lookups, longestPauseMs)
    return store.lookLater(takeback, now() + pauseMs)
  }
}

const named = (purchase: Purchase): Purchase => ({ ...purchase, id: takebackIdOf(purchase.id) })

/**
 * A provider for a BSS that once took airtime back, and does not any more: a debit that may have been made stays
 * undecided.
 */
const withoutDebits: DeliveryProvider = {
  prepare: () => Promise.reject(new Error('The BSS takes nothing back')),
  findByReference: () => Promise.reject(new Error('The BSS takes nothing back')),
  callOf: () => 'bss',
}

/** Makes a provider through which `Deliveries` makes the debits, under a name of their own. */
function toDebitProvider(provider: DeliveryProvider = withoutDebits): DeliveryProvider {
  return {
    prepare: (purchase) => provider.prepare(named(purchase)),
    findByReference: (purchase) => provider.findByReference(named(purchase)),
    callOf: (kind) => provider.callOf(kind),
  }
}

/** Renames the reasons of takebacks in the review list, where they are beside those of the payment. */
const toTakebackChecks = (checks: Pick<CheckStore, 'review'>): Pick<CheckStore, 'review'> => ({
  review: (attemptId, reason) => checks.review(attemptId, `takeback_${reason}`),
})

interface TakebackParts {
  readonly store: TakebackStore
  readonly checks: Pick<CheckStore, 'review'>
  readonly provider: TakebackProvider | undefined
}

export function createTakebacks(
  delivering: Omit<DeliveriesOptions, 'deliveries' | 'checks' | 'deliveryProvider'>,
  { store, checks, provider }: TakebackParts,
): Takebacks {
  const debits = new Deliveries({
    ...delivering,
    deliveries: store,
    checks: toTakebackChecks(checks),
    deliveryProvider: toDebitProvider(provider),
  })
  return new Takebacks({ store, debits, provider, now: delivering.now })
}
