import type { Currency } from '@nyanja/domain/money'
import { nationalOf } from '@nyanja/domain/msisdn'
import { z } from 'zod'
import type { BillSource, FixedAccount } from '../../subscriber/bill-source.ts'
import { openInvoicesOf, outstandingOf } from './customer-bills.ts'
import { findLine } from './find-line.ts'
import { createTmfClient, type TmfClient, type TmfOptions } from './tmf-client.ts'
import { Id, maybe, Ref } from './wire.ts'

export interface TmfBillOptions extends TmfOptions {
  readonly currency: Currency
  /** Digits of a national number. */
  readonly numberLength: number
}

const Medium = z.object({
  mediumType: maybe(z.string()),
  characteristic: maybe(z.object({ phoneNumber: maybe(z.string()), emailAddress: maybe(z.string()) })),
})
const Account = z.object({
  id: Id,
  contact: maybe(z.array(z.object({ contactMedium: maybe(z.array(Medium)) }))),
})
type Account = z.infer<typeof Account>

const Product = z.object({ productSerialNumber: maybe(z.string()), billingAccount: maybe(Ref) })

export function createTmfBillSource(options: TmfBillOptions): BillSource {
  const client = createTmfClient(options)
  const { currency, countryCode, numberLength } = options

  return {
    async accountOfLine(msisdn) {
      const account = (await findLine(client, msisdn))?.account
      const outstanding = account && (await outstandingOf(client, account, currency))
      return account && outstanding ? { account, outstanding } : undefined
    },

    async fixedAccount(account) {
      const found = await client.find({ api: 'accounts', name: 'billingAccount' }, account, Account)
      if (found === undefined) return undefined
      return { account, ...contactIn(found, { countryCode, length: numberLength }), ...(await lineOf(client, account)) }
    },

    openInvoices: (account) => openInvoicesOf(client, account, currency),
  }
}

function contactIn(
  { contact = [] }: Account,
  rules: Parameters<typeof nationalOf>[1],
): Pick<FixedAccount, 'contactMsisdn' | 'email'> {
  const media = contact.flatMap(({ contactMedium = [] }) => contactMedium.map(({ characteristic }) => characteristic))
  const phone = media.find((medium) => medium?.phoneNumber !== undefined)?.phoneNumber
  const email = media.find((medium) => medium?.emailAddress !== undefined)?.emailAddress
  const contactMsisdn = phone && nationalOf(phone, rules)
  return { ...(contactMsisdn && { contactMsisdn }), ...(email !== undefined && { email }) }
}

async function lineOf(client: TmfClient, account: string): Promise<Pick<FixedAccount, 'lineNumber'>> {
  const products = await client.list({ api: 'inventory', name: 'product' }, { 'billingAccount.id': account }, Product)
  const line = products.find(
    ({ billingAccount, productSerialNumber }) => billingAccount?.id === account && productSerialNumber !== undefined,
  )
  return line?.productSerialNumber === undefined ? {} : { lineNumber: line.productSerialNumber }
}
