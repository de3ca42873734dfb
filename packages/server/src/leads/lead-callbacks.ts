/** A readable callback names an order of the BSS; nothing else that stands in it is believed. */
export type LeadCallbackReading = { readonly bssReference: string } | 'of_no_interest' | 'unreadable'

/** Reads what the BSS calls about, from the bytes as they arrived. */
export interface LeadCallbackReader {
  read(rawBody: Buffer): LeadCallbackReading
}

export interface LeadHints {
  /**
   * Pulls the next question about one forward, but not under the shortest pause. False: there is nothing to ask, or it
   * is about to be asked.
   */
  heardOf(bssReference: string): Promise<boolean>
}

export interface LeadCallbacksOptions {
  readonly reader: LeadCallbackReader
  readonly hints: LeadHints
  /** Tells the worker of this process that an order is to be asked about. */
  readonly notify: () => void
}

/**
 * Hears from the BSS that orders have changed, and never how: that is asked. What comes twice, late or in another order
 * makes us ask, and no more. Of orders that other channels brought the BSS tells us too.
 */
export class LeadCallbacks {
  readonly #options: LeadCallbacksOptions

  constructor(options: LeadCallbacksOptions) {
    this.#options = options
  }

  async heard(rawBody: Buffer): Promise<'heard' | 'unreadable'> {
    const { reader, hints, notify } = this.#options
    const reading = reader.read(rawBody)
    if (reading === 'unreadable') return 'unreadable'
    if (reading !== 'of_no_interest' && (await hints.heardOf(reading.bssReference))) notify()
    return 'heard'
  }
}

/** Before the unguessable end of the address that the BSS is given. */
export const leadCallbackPath = '/api/portal-service/lead/v1/notify/bss'

/** Undefined: the portal hears of orders by asking alone. */
export type LeadWebhook =
  | {
      /** The unguessable end of the address that the BSS was given. */
      readonly token: string
      readonly callbacks: LeadCallbacks
    }
  | undefined
