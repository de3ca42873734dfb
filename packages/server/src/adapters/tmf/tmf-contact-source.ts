import { nationalOf } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import type { ContactSource } from '../../subscriber/contacts.ts'
import { createTmfClient, Id, maybe, type TmfClient, type TmfOptions } from './tmf-client.ts'
import { findLine } from './tmf-line-source.ts'

const Medium = z.object({
  mediumType: maybe(z.string()),
  characteristic: maybe(z.object({ phoneNumber: maybe(z.string()), emailAddress: maybe(z.string()) })),
})
const Account = z.object({
  id: Id,
  contact: maybe(z.array(z.object({ contactMedium: maybe(z.array(Medium)) }))),
})

interface AccountContact {
  /** Nine national digits. */
  readonly contactMsisdn?: string
  readonly email?: string
}

/** The contact of an account; undefined when the account does not exist. */
export async function contactOfAccount(
  client: TmfClient,
  account: string,
  rules: Parameters<typeof nationalOf>[1],
): Promise<AccountContact | undefined> {
  const found = await client.find({ api: 'accounts', name: 'billingAccount' }, account, Account)
  if (found === undefined) return undefined
  const media = (found.contact ?? []).flatMap(({ contactMedium = [] }) =>
    contactMedium.map(({ characteristic }) => characteristic),
  )
  const phone = media.find((medium) => medium?.phoneNumber !== undefined)?.phoneNumber
  const email = media.find((medium) => medium?.emailAddress !== undefined)?.emailAddress
  const contactMsisdn = phone && nationalOf(phone, rules)
  return { ...(contactMsisdn && { contactMsisdn }), ...(email !== undefined && { email }) }
}

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
