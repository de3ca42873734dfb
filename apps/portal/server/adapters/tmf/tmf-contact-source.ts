import type { ContactSource } from '../../subscriber/contact-source.ts'
import { contactOfAccount } from './account-contact.ts'
import { findLine } from './find-line.ts'
import { createTmfClient, type TmfOptions } from './tmf-client.ts'

export interface TmfContactOptions extends TmfOptions {
  /** Digits of a national number. */
  readonly numberLength: number
}

export function createTmfContactSource(options: TmfContactOptions): ContactSource {
  const client = createTmfClient(options)
  const { countryCode, numberLength } = options

  return {
    async contactOf(msisdn) {
      const account = (await findLine(client, msisdn))?.account
      const contact = account && (await contactOfAccount(client, account, { countryCode, length: numberLength }))
      return contact ? contact.contactMsisdn : undefined
    },
  }
}
