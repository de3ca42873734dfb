/** Sends text messages. Throws when the message was not accepted, or when nobody knows whether it was. */
export interface SmsSender {
  /**
   * Nine national digits; `reference` is ours, for the log. A text that is no use when it comes late names how long it
   * is `validForMs`. Answers with the SMSC's id of the message.
   */
  send(msisdn: string, text: string, reference: string, validForMs?: number): Promise<string>
  close(): Promise<void>
}
