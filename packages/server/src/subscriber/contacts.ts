import { minute } from '@nyanja/domain/time'
import { createRecall } from '../common/cache.ts'

interface ContactsOptions {
  readonly source: ContactSource
  readonly now: () => number
}

const rememberMs = minute
const rememberedContacts = 10_000

/** Determines the handset that proves ownership of a line. */
export class Contacts {
  readonly #contactOf: (msisdn: string) => Promise<string | undefined>

  constructor({ source, now }: ContactsOptions) {
    this.#contactOf = createRecall({
      ms: rememberMs,
      entries: rememberedContacts,
      now,
      read: (msisdn) => source.contactOf(msisdn),
    })
  }

  /** Messages to a router are not read: they are sent to its account contact, or to the router where none is known. */
  async handsetOf(msisdn: string): Promise<string> {
    return (await this.#contactOf(msisdn)) ?? msisdn
  }
}

/** Provides the account contact of a line. Throws when the BSS is silent or broken. */
export interface ContactSource {
  /** Finds the contact of a line, both as national digits: undefined where the BSS has none. */
  contactOf(msisdn: string): Promise<string | undefined>
}
