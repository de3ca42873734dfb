import type { Payment } from './ledger.ts'

export type AutoMode = 'off' | 'approve' | 'refuse'

export const autoModes = ['off', 'approve', 'refuse'] as const satisfies readonly AutoMode[]

/** Prompts that are due within this time are answered together. */
const batchMs = 10

export interface AutopilotOptions {
  readonly now: () => Date
  answer(payment: Payment, mode: AutoMode): void
  /** Called after answers that no request has caused. */
  answered(): void
}

/** Answers prompts automatically, for load tests: one timer for all that wait. */
export class Autopilot {
  readonly #options: AutopilotOptions
  #queue: { readonly payment: Payment; readonly dueAtMs: number }[] = []
  #timer: NodeJS.Timeout | undefined
  mode: AutoMode = 'off'
  afterMs = 0

  constructor(options: AutopilotOptions) {
    this.#options = options
  }

  add(payment: Payment): void {
    if (this.mode === 'off') return
    this.#queue.push({ payment, dueAtMs: this.#options.now().getTime() + this.afterMs })
    this.#arm(this.afterMs)
  }

  /** It answers from now on, including the prompts that wait already. */
  set(mode: AutoMode, afterMs: number, waiting: readonly Payment[]): void {
    this.stop()
    this.mode = mode
    this.afterMs = afterMs
    for (const payment of waiting) this.add(payment)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#queue = []
  }

  #arm(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#answerDue()
    }, delayMs).unref()
  }

  #answerDue(): void {
    const nowMs = this.#options.now().getTime()
    const next = this.#queue.findIndex(({ dueAtMs }) => dueAtMs > nowMs)
    const due = this.#queue.splice(0, next < 0 ? this.#queue.length : next)
    for (const { payment } of due) this.#options.answer(payment, this.mode)
    if (due.length > 0) this.#options.answered()
    const [first] = this.#queue
    if (first) this.#arm(Math.max(first.dueAtMs - nowMs, batchMs))
  }
}
