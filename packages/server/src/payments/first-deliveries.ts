import { withCalls } from '../common/system-calls.ts'
import type { Attempt, AttemptStore, Capture, Captured, FirstCall } from './attempt.ts'
import type { Deliveries } from './deliveries.ts'
import type { SendGoods } from './goods.ts'
import { type LeasedWorkOptions, leasedComponent, writeLeased } from './leased-work.ts'

export interface FirstDeliveriesOptions extends LeasedWorkOptions {
  readonly attempts: Pick<AttemptStore, 'capture' | 'goodsOf'>
  readonly deliveries: Pick<Deliveries, 'prepare' | 'sendPrepared'>
  /** Resolves when a capture must wait no longer for a BSS that is slow to prepare its call. */
  readonly prepareTimeout: () => Promise<unknown>
}

interface PreparedDelivery {
  readonly first: FirstCall
  readonly send: SendGoods
}

/**
 * Stores a capture together with the intention to deliver, so that the first call follows at once. Where the BSS cannot
 * prepare it now, or this process has no free place, the delivery becomes due like any other: no capture depends on the
 * BSS.
 */
export class FirstDeliveries {
  readonly #options: FirstDeliveriesOptions

  constructor(options: FirstDeliveriesOptions) {
    this.#options = options
  }

  async capture(attempt: Attempt, capture: Omit<Capture, 'first'>): Promise<Captured> {
    const { attempts, deliveries, due, reserve } = this.#options
    const row = leasedComponent(due, { queue: 'deliver', kind: 'delivery', attemptId: attempt.id })
    return writeLeased(reserve, row, async (leaseUntil) => {
      const prepared = leaseUntil === undefined ? undefined : await this.#prepare(attempt, leaseUntil)
      const result = await attempts.capture(attempt, { ...capture, ...(prepared && { first: prepared.first }) })
      const sending = result.outcome === 'captured' ? result.sending : undefined
      if (prepared === undefined || sending === undefined) return { result }
      return { result, work: () => deliveries.sendPrepared(sending, prepared.send) }
    })
  }

  /**
   * Returns undefined when the delivery cannot begin now. The calls to prepare it are recorded apart from those that
   * led to the capture.
   */
  async #prepare(attempt: Attempt, leaseUntil: number): Promise<PreparedDelivery | undefined> {
    const { attempts, deliveries, prepareTimeout } = this.#options
    const goods = await attempts.goodsOf(attempt)
    const prepared = withCalls(() => deliveries.prepare(goods)).catch(() => undefined)
    const send = await Promise.race([prepared, prepareTimeout().then(() => undefined)])
    return send && { first: { goods, leaseUntil }, send }
  }
}
