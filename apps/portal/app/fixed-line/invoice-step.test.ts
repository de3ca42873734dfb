import type { Invoice } from '@nyanja/domain/bills/bill'
import { money } from '@nyanja/domain/money/money'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../server/testing/test-app.ts'
import type { AccountOrder } from './account-step.ts'
import { invoiceStep } from './invoice-step.ts'

const account = 'P1234567890'
/** Midnight in Blantyre on a day of November; it is the 20th. */
const day = (date: number) => Date.UTC(2026, 10, date - 1, 22)

const invoice = (number: number, date: number, minor: number): Invoice => ({
  billId: `cb-${number}`,
  invoiceNo: `INV-${number}`,
  startsAt: 0,
  endsAt: 1,
  dueAt: day(date),
  outstanding: money('MWK', minor),
})
const [first, second, third] = [invoice(1, 3, 6_500_000), invoice(2, 19, 2_000_000), invoice(3, 28, 5_000)]

let owed: readonly Invoice[] | 'unavailable'
let test: TestApp
beforeEach(async () => {
  owed = [first, second, third]
  test = await createTestApp({
    billSource: {
      accountOfLine: async () => undefined,
      fixedLineAccount: async () => ({ account }),
      openInvoices: async () => {
        if (owed === 'unavailable') throw new Error('unavailable')
        return owed
      },
    },
  })
})
afterEach(() => test.close())

async function orderOf(): Promise<AccountOrder> {
  const whose = { account, msisdn: '', lineType: 'POSTPAID' } as const
  return {
    ...(await test.portal.orders.open({ channel: 'web', language: 'en', redirectPage: '/', ...whose })),
    account,
  }
}

const chosen = async (...numbers: string[]) => invoiceStep(test.portal, await orderOf(), { numbers, intent: 'chosen' })
const overdue = async (minor: number) =>
  invoiceStep(test.portal, await orderOf(), { numbers: [], intent: `overdue ${minor}` })

describe('chosen invoices', () => {
  it("cost billing's current amount, not the one on the page", async () => {
    await test.portal.bills.fixedLine(account)
    owed = [{ ...first, outstanding: money('MWK', 1_000_000) }, second]
    expect(await chosen('INV-1', 'INV-2')).toMatchObject({
      choice: { kind: 'invoice', amount: money('MWK', 3_000_000), bill: { account, invoices: owed } },
    })
  })

  it('are reported when another payer has paid them meanwhile', async () => {
    owed = [second, third]
    expect(await chosen('INV-1', 'INV-2')).toEqual({ outcome: 'paid_meanwhile', missing: ['INV-1'] })
  })

  it.each([
    [[], 'none_chosen'],
    [['INV-3'], 'below_minimum'],
  ])('are at least one, and enough: %j', async (numbers, outcome) => {
    expect(await chosen(...numbers)).toEqual({ outcome })
  })

  it('are no more than may be paid at once', async () => {
    owed = [invoice(1, 3, 150_000_001)]
    expect(await chosen('INV-1')).toEqual({ outcome: 'above_maximum' })
  })

  it('wait until billing answers', async () => {
    owed = 'unavailable'
    expect(await chosen('INV-1')).toEqual({ outcome: 'bss_unavailable' })
  })
})

describe('the button for all overdue invoices', () => {
  it('charges the amount that it names', async () => {
    expect(await overdue(8_500_000)).toMatchObject({
      choice: { amount: money('MWK', 8_500_000), bill: { invoices: [first, second] } },
    })
  })

  it('charges nothing when the amount has changed', async () => {
    owed = [second, third]
    expect(await overdue(8_500_000)).toEqual({ outcome: 'overdue_changed' })
    owed = [third]
    expect(await overdue(8_500_000)).toEqual({ outcome: 'overdue_changed' })
  })
})
