import type { Mail } from './read-mail.ts'

const keptMails = 500

/** All mail that has arrived, newest first. The same mail twice is one, as mailboxes do it, and counted. */
export class Mailbox {
  #mails: (Mail & { readonly copies: number })[] = []

  receive(mail: Mail): void {
    const known = this.#mails.find(({ messageId, to }) => messageId === mail.messageId && to === mail.to)
    const others = this.#mails.filter((other) => other !== known)
    this.#mails = [{ ...mail, copies: (known?.copies ?? 0) + 1 }, ...others].slice(0, keptMails)
  }

  of(address: string | undefined) {
    return address === undefined ? this.#mails : this.#mails.filter(({ to }) => to === address.toLowerCase())
  }

  clear(): void {
    this.#mails = []
  }
}
