import type { CallbackHint, PaymentReader } from './attempt.ts'
import type { Notify } from './due-work.ts'
import { type LeasedWorkOptions, leasedComponent, writeLeased } from './leased-work.ts'
import type { StatusChecks } from './status-checks.ts'

interface HintedChecksOptions extends LeasedWorkOptions {
  readonly reader: Pick<PaymentReader, 'noteCallback'>
  readonly statusChecks: Pick<StatusChecks, 'checkPayment'>
  readonly notify: Notify
}

/** Stores a callback together with the lease of its attempt, so that the check that it causes follows at once. */
export class HintedChecks {
  readonly #options: HintedChecksOptions

  constructor(options: HintedChecksOptions) {
    this.#options = options
  }

  async note(callback: CallbackHint): Promise<void> {
    const { reader, statusChecks, due, reserve, notify } = this.#options
    const { attemptId, gateway } = callback
    const queue = `settle ${gateway}` as const
    const row = leasedComponent(due, { queue, kind: 'attempt', attemptId })
    const noted = await writeLeased(reserve, row, async (leaseUntil) => {
      const result = await reader.noteCallback(callback, leaseUntil)
      const { leased } = result
      return leased === undefined ? { result } : { result, work: () => statusChecks.checkPayment(leased) }
    })
    if (noted.outcome === 'noted' && noted.leased === undefined) notify(queue)
  }
}
