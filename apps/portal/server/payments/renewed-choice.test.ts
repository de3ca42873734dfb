import assert from 'node:assert/strict'
import type { Invoice } from '@nyanja/domain/bill'
import type { Bundle } from '@nyanja/domain/bundle'
import { money } from '@nyanja/domain/money'
import { describe, it } from 'vitest'
import type { Choice } from './order.ts'
import { type RenewalSources, renewedChoice } from './renewed-choice.ts'

const bundle: Bundle = {
  productCode: 'W-1',
  name: 'Weekly',
  description: '',
  category: 'data',
  lineType: 'PREPAID',
  validity: { amount: 7, unit: 'day' },
  price: money('MWK', 200_000),
}
const invoice = (billId: string, minor: number): Invoice => ({
  billId,
  invoiceNo: `INV-${billId}`,
  startsAt: 0,
  endsAt: 1,
  dueAt: 2,
  outstanding: money('MWK', minor),
})
const sources: RenewalSources = { bundle: async () => undefined, openInvoices: async () => [], roundUp: false }
const invoices: Choice = {
  kind: 'invoice',
  amount: money('MWK', 300),
  bill: { account: 'P1', invoices: [invoice('1', 100), invoice('2', 200)] },
}

const renew = (choice: Choice, more: Partial<RenewalSources> = {}) =>
  renewedChoice({ choice, lineType: 'PREPAID' }, { ...sources, ...more })

describe('a product that is bought again', () => {
  it('is the same airtime', async () => {
    const airtime: Choice = { kind: 'airtime', amount: money('MWK', 50_000) }
    assert.deepEqual(await renew(airtime), airtime)
  })

  it('is the bundle at its price of today, if it is still sold', async () => {
    const old: Choice = { kind: 'bundle', amount: money('MWK', 100_000), bundle }
    const renewed = await renew(old, { bundle: async () => bundle })
    assert.equal(renewed?.amount.minor, 200_000)
    assert.equal(await renew(old), undefined)
  })

  it('is what is left to pay of the chosen invoices', async () => {
    const open = [invoice('2', 150), invoice('3', 999)]
    const renewed = await renew(invoices, { openInvoices: async () => open })
    assert.equal(renewed?.amount.minor, 150)
    assert.equal(await renew(invoices), undefined)
  })

  it('is rounded up where the market wants that', async () => {
    const renewed = await renew(invoices, { openInvoices: async () => [invoice('1', 150)], roundUp: true })
    assert.equal(renewed?.amount.minor, 200)
  })
})
