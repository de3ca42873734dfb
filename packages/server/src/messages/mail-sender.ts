export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same each time the same mail is sent, so that mailboxes know a repeated one. */
  readonly messageId: string
}

/** Sends e-mail. Throws when it was not accepted, or when nobody knows whether it was. */
export interface MailSender {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
