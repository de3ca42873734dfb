import { minute } from '@nyanja/domain/time'
import { rememberFor } from '../common/cache.ts'

interface ContactsOptions {
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

/** Knows whom the operator reaches about a line. Throws when the BSS is silent or broken. */
export interface ContactSource {
  /** Nine national digits, in and out; undefined where the BSS has none. */
  contactOf(msisdn: string): Promise<string | undefined>
}
