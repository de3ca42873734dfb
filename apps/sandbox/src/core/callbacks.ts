import type { Fault, FaultKind, Faults } from './faults.ts'

export interface CallbackMessage {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface CallbackAnswer {
  readonly status: number
  readonly body: string
}

export interface Callback extends CallbackMessage {
  readonly provider: string
  /** Faults name the operation so; the default is `callback`. */
  readonly operation?: string
  readonly url: string
  readonly method?: 'POST' | 'GET'
  /** The same message with an invalid signature. */
  readonly misSigned?: () => CallbackMessage
  /** Pauses before each further try, in the provider's own time; none means one try. */
  readonly retryAfterMs?: readonly number[]
  /** Tells whether the provider accepts this answer as a receipt; by default it accepts any 2xx. */
  readonly isReceipt?: (answer: CallbackAnswer) => boolean
}

/** One try, as shown in the panel. */
export interface CallbackTry {
  readonly provider: string
  readonly operation: string
  readonly url: string
  readonly at: string
  readonly status: number | null
}

export interface CallbacksOptions {
  readonly faults: Faults
  readonly now: () => Date
  readonly timeScale: number
}

const triesKept = 500

/** Delivers the simulators' callbacks: late, twice, never or with a wrong signature when a fault is injected. */
export class Callbacks {
  readonly #options: CallbacksOptions
  readonly #tries: CallbackTry[] = []
  readonly #waiting = new Map<NodeJS.Timeout, () => void>()
  readonly #running = new Set<Promise<void>>()

  constructor(options: CallbacksOptions) {
    this.#options = options
  }

  /** Returns immediately; the first try is sent in the next iteration of the event loop. */
  send(callback: Callback): void {
    const { provider, operation = 'callback' } = callback
    const injectFault = (kind: FaultKind): Fault | undefined => this.#options.faults.take(provider, operation, [kind])
    if (injectFault('callback_drop')) return

    const message = injectFault('callback_mis_sign') ? { ...callback, ...callback.misSigned?.() } : callback
    const delayMs = injectFault('callback_delay')?.delayMs ?? 0
    const copies = injectFault('callback_duplicate')?.copies ?? 1
    for (let copy = 0; copy < copies; copy++) this.#run(message, delayMs)
  }

  /** Resolves when no callback is pending, including retries and delayed ones. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  tries(): readonly CallbackTry[] {
    return this.#tries
  }

  /** Drops everything that was not sent yet. */
  cancel(): void {
    for (const [timer, giveUp] of this.#waiting) {
      clearTimeout(timer)
      giveUp()
    }
    this.#waiting.clear()
    this.#tries.length = 0
  }

  #run(callback: Callback, delayMs: number): void {
    const running = this.#deliver(callback, delayMs).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #deliver(callback: Callback, delayMs: number): Promise<void> {
    const pauses = [delayMs, ...(callback.retryAfterMs ?? []).map((pause) => pause * this.#options.timeScale)]
    for (const pause of pauses) {
      if (!(await this.#wait(pause))) return
      if (await this.#try(callback)) return
    }
  }

  /** False means that it was cancelled in the meantime. */
  #wait(pauseMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(timer)
        resolve(true)
      }, pauseMs)
      timer.unref()
      this.#waiting.set(timer, () => resolve(false))
    })
  }

  async #try({ provider, operation = 'callback', url, method = 'POST', ...callback }: Callback): Promise<boolean> {
    const { headers, body, isReceipt = ({ status }) => status >= 200 && status < 300 } = callback
    const at = this.#options.now().toISOString()
    const answer = await fetch(url, { method, headers, ...(method === 'POST' && { body }), signal: deadline() }).then(
      async (response) => ({ status: response.status, body: await response.text() }),
      () => undefined,
    )
    this.#tries.push({ provider, operation, url, at, status: answer?.status ?? null })
    if (this.#tries.length > triesKept) this.#tries.shift()
    return answer !== undefined && isReceipt(answer)
  }
}

const deadline = () => AbortSignal.timeout(30_000)
