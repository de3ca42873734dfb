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
  read(rawBody: Buffer, headers: Readonly<Record<string, string | readonly string[] | undefined>>): CallbackReading
  /** What the provider takes for "received". */
  readonly answer: CallbackAnswer
}
