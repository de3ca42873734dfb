/** A valid callback names an order of the BSS; the rest of its content is not trusted. */
export type LeadCallbackReading = { readonly bssReference: string } | 'of_no_interest' | 'unreadable'

/** Parses the BSS's callbacks from the bytes as received. */
export interface LeadCallbackReader {
  read(rawBody: Buffer): LeadCallbackReading
}

export interface LeadHints {
  /**
   * Makes the next request about the order due, but not within the shortest pause: false when there is nothing to
   * request, or a request is imminent.
   */
  noteChange(bssReference: string): Promise<boolean>
}

export interface LeadCallbacksOptions {
  readonly reader: LeadCallbackReader
  readonly hints: LeadHints
  /** Notifies the worker of this process that an order is due for a request. */
  readonly notify: () => void
}

/**
 * Receives the BSS's callbacks about changed orders and then requests their state. Repeated, late and unordered
 * callbacks only cause requests. The BSS reports orders from other channels too.
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
    if (reading !== 'of_no_interest' && (await hints.noteChange(reading.bssReference))) notify()
    return 'heard'
  }
}

/** The path before the unguessable end of the address that the BSS was given. */
export const leadCallbackPath = '/api/portal-service/lead/v1/notify/bss'

/** The address for callbacks; when undefined, the portal learns of changes only by its own requests. */
export type LeadWebhook =
  | {
      /** The unguessable ends of addresses that the BSS was given, the current one first. */
      readonly tokens: readonly string[]
      readonly callbacks: LeadCallbacks
    }
  | undefined
