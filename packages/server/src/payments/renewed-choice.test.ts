import assert from 'node:assert/strict'
import type { Invoice } from '@nyanja/domain/bills/bill'
import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { money } from '@nyanja/domain/money/money'
import { describe, it } from 'vitest'
import { type RenewalSources, renewedChoice } from './checkout-repeat.ts'
import type { Choice } from './orders.ts'

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
const plan = { code: 'HBB-150', description: 'Home 150GB', leadReference: 'HB-7K4P-29XD' }
const sources: RenewalSources = {
  bundle: async () => undefined,
  openInvoices: async () => [],
  billOf: async () => undefined,
  plans: { standing: async () => ({ state: 'open' }), choice: async () => undefined },
  roundUp: false,
}
const invoices: Choice = {
  kind: 'invoice',
  amount: money('MWK', 300),
  bill: { account: 'P1', invoices: [invoice('1', 100), invoice('2', 200)] },
}

const renewal = (choice: Choice, more: Partial<RenewalSources> = {}) =>
  renewedChoice({ choice, lineType: 'PREPAID', msisdn: '999000001' }, { ...sources, ...more })

async function renew(choice: Choice, more?: Partial<RenewalSources>): Promise<Choice | undefined> {
  const renewed = await renewal(choice, more)
  assert.ok(renewed !== 'ended')
  return renewed
}

describe('a product that is bought again', () => {
  it('is the same airtime', async () => {
    const airtime: Choice = { kind: 'airtime', amount: money('MWK', 50_000) }
    assert.deepEqual(await renew(airtime), airtime)
  })

  it("is the same for each of several numbers at today's price, if all of it is still sold", async () => {
    const airtime = { msisdn: '999000002', amount: money('MWK', 50_000) }
    const old: Choice = {
      kind: 'several',
      amount: money('MWK', 150_000),
      items: [{ msisdn: '999000001', amount: money('MWK', 100_000), bundle }, airtime],
    }
    const items = [{ msisdn: '999000001', amount: bundle.price, bundle }, airtime]
    assert.deepEqual(await renew(old, { bundle: async () => bundle }), {
      ...{ kind: 'several', amount: money('MWK', 250_000) },
      items,
    })
    assert.equal(await renew(old), undefined)
  })

  it("is the bundle at today's price, if it is still sold", async () => {
    const old: Choice = { kind: 'bundle', amount: money('MWK', 100_000), bundle }
    const renewed = await renew(old, { bundle: async () => bundle })
    assert.equal(renewed?.amount.minor, 200_000)
    assert.equal(await renew(old), undefined)
  })

  it('is the unpaid rest of the chosen invoices', async () => {
    const open = [invoice('2', 150), invoice('3', 999)]
    const renewed = await renew(invoices, { openInvoices: async () => open })
    assert.equal(renewed?.amount.minor, 150)
    assert.equal(await renew(invoices), undefined)
  })

  it('is the plan as ordered, while its lead is unpaid', async () => {
    const old: Choice = { kind: 'plan', amount: money('MWK', 100_000), plan }
    const plans = { ...sources.plans, choice: async () => ({ ...old, amount: money('MWK', 200_000) }) }
    assert.equal((await renew(old, { plans }))?.amount.minor, 200_000)
    const paid = { ...plans, standing: async () => ({ state: 'paid', attemptId: 'A1' }) as const }
    assert.equal(await renew(old, { plans: paid }), undefined)
    assert.equal(await renew(old), undefined)
    const over = { ...plans, standing: async () => ({ state: 'not_payable' }) as const }
    assert.equal(await renewal(old, { plans: over }), 'ended')
  })

  it('is rounded up where the market requires that', async () => {
    const renewed = await renew(invoices, { openInvoices: async () => [invoice('1', 150)], roundUp: true })
    assert.equal(renewed?.amount.minor, 200)
  })

  it("is at most the unpaid rest of a line's bill, unless more was agreed", async () => {
    const bill: Choice = { kind: 'bill', amount: money('MWK', 300), bill: { account: 'A1', invoices: [] } }
    const left = (minor: number) => ({ billOf: async () => ({ account: 'A1', left: money('MWK', minor) }) })
    assert.deepEqual(await renew(bill, left(300)), bill)
    assert.equal((await renew(bill, left(200)))?.amount.minor, 200)
    assert.equal(await renew(bill, left(0)), undefined)
    const ahead: Choice = { ...bill, bill: { ...bill.bill, credit: 'any' } }
    assert.deepEqual(await renew(ahead, left(0)), ahead)
  })
})
