/** A readable callback names one of our attempts; nothing else that stands in it is believed. */
// @ts-nocheck

export type CallbackReading = { readonly reference: string } | 'wrong_signature' | 'unreadable'

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
