import { minute } from '@nyanja/domain/time'
import { rememberFor } from '../common/cache.ts'
import type { ContactSource } from './contact-source.ts'

export interface ContactsOptions {
  readonly source: ContactSource
  readonly now: () => number
}

const rememberMs = minute
const rememberedContacts = 10_000

/** Whose handset shows that a line is a visitor's. */
export class Contacts {
  readonly #contactOf: (msisdn: string) => Promise<string | undefined>

  constructor({ source, now }: ContactsOptions) {
    this.#contactOf = rememberFor({
      ms: rememberMs,
      entries: rememberedContacts,
      now,
      read: (msisdn) => source.contactOf(msisdn),
    })
  }

  /** Nobody reads the messages of a router: they go to whoever looks after it, and to itself where that is not known. */
  async handsetOf(msisdn: string): Promise<string> {
    return (await this.#contactOf(msisdn)) ?? msisdn
  }
}
