/** A readable callback names one of our attempts; nothing else that stands in it is believed. */
export type CallbackReading =
  | {
      readonly reference: string
      /** In place of the reader's own, where the provider wants its ids back. */
      readonly answer?: CallbackAnswer
    }
  | 'wrong_signature'
  | 'unreadable'

export interface CallbackAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Reads one provider's callbacks, from the bytes as they arrived. */
export interface CallbackReader {
  /** Whether a reading proves that it came from the provider. */
  readonly isSigned: boolean
  read(rawBody: Buffer, headers: Readonly<Record<string, string | readonly string[] | undefined>>): CallbackReading
  /** What the provider takes for "received". */
  readonly answer: CallbackAnswer
}

/** Signed callbacks about payments that the database does not know: after a restore they may be ours. */
export interface UnknownCallbacks {
  /** Keeps so many of them as a person can read. */
  noteCallback(callback: { readonly gateway: string; readonly reference: string }): Promise<void>
}
