/** The records of the providers and the BSS, with amounts in minor units. */
export interface ProviderRecords {
  readonly captures: readonly {
    readonly provider: string
    readonly reference: string
    readonly amountMinor: number
    readonly currency: string
    readonly refundedMinor: number
    readonly at: string
  }[]
  readonly deliveries: readonly {
    readonly reference: string
    readonly kind: string
    readonly msisdn?: string
    readonly account?: string
    readonly productCode?: string
    readonly amountMinor?: number
    readonly currency?: string
  }[]
}

export interface Fault {
  readonly provider: string
  readonly operation?: string
  readonly kind: string
  readonly delayMs?: number
  readonly copies?: number
  readonly probability?: number
}

/** The sandbox's control API: events on handsets and hosted pages, and injected faults. */
export class SandboxControl {
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  async records(): Promise<ProviderRecords> {
    const response = await fetch(`${this.#origin}/__sim/books`)
    if (!response.ok) throw new Error(`The sandbox returns no records: HTTP ${response.status}`)
    return response.json()
  }

  /** Answers every prompt with the right PIN after this time. */
  async approvePrompts(afterMs: number): Promise<void> {
    await this.#post('/__sim/money/auto', { mode: 'approve', afterMs })
  }

  /** Acts as the payer on the hosted page. It is false when DPO has no such transaction, or has decided it. */
  async payByCard(transactionId: string, outcome: 'paid' | 'declined'): Promise<boolean> {
    const response = await this.#send('POST', `/__sim/dpo/${transactionId}/pay`, { outcome })
    return response.ok
  }

  /** Adds a fixed account with this number of open bills, the first few of them overdue. */
  async makeAccount(id: string, bills: number): Promise<void> {
    const dueDays = Array.from({ length: bills }, (_, at) => ({ amount: 1000 + at, dueInDays: at - 5 }))
    await this.#post('/__sim/bss/accounts', { id, line: id.slice(-7), bills: dueDays })
  }

  /** Puts this many more on sale, of four periods in turn. */
  async offerBundles(service: 'data' | 'HBB', count: number): Promise<void> {
    await this.#post('/__sim/bss/offerings', { service, count, prefix: 'BENCH' })
  }

  async fault(fault: Fault): Promise<void> {
    await this.#post('/__sim/faults', fault)
  }

  async clearFaults(): Promise<void> {
    await this.#send('DELETE', '/__sim/faults')
  }

  async #post(path: string, body: object): Promise<void> {
    const response = await this.#send('POST', path, body)
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${await response.text()}`)
  }

  #send(method: string, path: string, body?: object): Promise<Response> {
    const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return fetch(this.#origin + path, { method, ...content })
  }
}
