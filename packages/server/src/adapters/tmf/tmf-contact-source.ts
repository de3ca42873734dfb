import { nationalOf } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import type { ContactSource } from '../../subscriber/contacts.ts'
import { createTmfClient, type TmfClient, type TmfOptions } from './tmf-client.ts'
import { findLine } from './tmf-line-source.ts'
import { Id, listOf, spare, Text } from './tmf-values.ts'

const Details = z.object({ phoneNumber: spare(Text), emailAddress: spare(Text) })
/** Version 5 has the details in the medium itself. */
const Medium = Details.extend({ characteristic: spare(Details) }).transform(({ characteristic, ...own }) => ({
  phoneNumber: characteristic?.phoneNumber ?? own.phoneNumber,
  emailAddress: characteristic?.emailAddress ?? own.emailAddress,
}))
const Account = z.object({ id: spare(Id), contact: listOf(z.object({ contactMedium: listOf(Medium) })) })

interface AccountContact {
  /** The national digits of the contact. */
  readonly contactMsisdn?: string
  readonly email?: string
}

/** Finds the contact of an account: undefined when the account does not exist. */
export async function contactOfAccount(
  client: TmfClient,
  account: string,
  rules: Parameters<typeof nationalOf>[1],
): Promise<AccountContact | undefined> {
  const found = await client.find({ api: 'accounts', name: 'billingAccount' }, account, Account)
  if (found === undefined) return undefined
  const media = (found.contact ?? []).flatMap(({ contactMedium = [] }) => contactMedium)
  const phone = media.find(({ phoneNumber }) => phoneNumber !== undefined)?.phoneNumber
  const email = media.find(({ emailAddress }) => emailAddress !== undefined)?.emailAddress
  const contactMsisdn = phone && nationalOf(client.withoutTrunk(phone), rules)
  return { ...(contactMsisdn && { contactMsisdn }), ...(email !== undefined && { email }) }
}

export interface TmfContactOptions extends TmfOptions {
  /** The number of digits of a national number. */
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
