import type { Currency } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { BillSource, FixedLineAccount } from '../../subscriber/bill-source.ts'
import { contactOfAccount } from './account-contact.ts'
import { openInvoicesOf, outstandingOf } from './customer-bills.ts'
import { findLine } from './find-line.ts'
import { createTmfClient, type TmfClient, type TmfOptions } from './tmf-client.ts'
import { maybe, Ref } from './wire.ts'

export interface TmfBillOptions extends TmfOptions {
  readonly currency: Currency
  /** Digits of a national number. */
  readonly numberLength: number
}

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

    async fixedLineAccount(account) {
      const contact = await contactOfAccount(client, account, { countryCode, length: numberLength })
      return contact && { account, ...contact, ...(await lineOf(client, account)) }
    },

    openInvoices: (account) => openInvoicesOf(client, account, currency),
  }
}

async function lineOf(client: TmfClient, account: string): Promise<Pick<FixedLineAccount, 'lineNumber'>> {
  const products = await client.list({ api: 'inventory', name: 'product' }, { 'billingAccount.id': account }, Product)
  const line = products.find(
    ({ billingAccount, productSerialNumber }) => billingAccount?.id === account && productSerialNumber !== undefined,
  )
  return line?.productSerialNumber === undefined ? {} : { lineNumber: line.productSerialNumber }
}
