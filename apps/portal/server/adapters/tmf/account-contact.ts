import { nationalOf } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import type { TmfClient } from './tmf-client.ts'
import { Id, maybe } from './wire.ts'

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

/** Whom an account names; undefined for one that there is not. */
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
