import type { Invoice } from '@nyanja/domain/bills/bill'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { BillSource } from './bills.ts'

export interface BillSourceFixture {
  readonly bills: BillSource
  readonly lines: {
    /** A line that owes MWK 18,250.75. */
    readonly owing: string
    /** A line that has paid MWK 500 ahead. */
    readonly ahead: string
    /** A line without an account. */
    readonly prepaid: string
    readonly unknown: string
  }
  readonly accounts: {
    /** One invoice of MWK 65,000 is overdue, another one of the same amount is not due yet. */
    readonly owing: string
    /** An account with two invoices of MWK 120,000, one of them partly paid: MWK 70,000 of it is left. */
    readonly partlyPaid: string
    /** An account with two invoices of MWK 10,000 and a credit note of MWK 4,000. */
    readonly credited: string
    readonly paidUp: string
    readonly unknown: string
  }
  silence(resource: 'billingAccount' | 'customerBill'): Promise<unknown>
  garble(resource: 'billingAccount' | 'customerBill'): Promise<unknown>
}

const left = (invoices: readonly Invoice[]) => invoices.map(({ outstanding }) => outstanding.minor / 100)

/** Describes the contract of every source of bills. */
export function describeBillSource(name: string, open: (timeout: TimeoutName) => Promise<BillSourceFixture>): void {
  describe(`${name} as a source of a line's bill`, () => {
    it('returns the exact debt and the account', async () => {
      const { bills, lines } = await open('usual')
      const { account, outstanding } = (await bills.accountOfLine(lines.owing)) ?? {}
      expect(account).toMatch(/^\d{10}$/)
      expect(outstanding).toEqual(money('MWK', 1_825_075))
    })

    it('returns a credit that was paid ahead', async () => {
      const { bills, lines } = await open('usual')
      expect(await bills.accountOfLine(lines.ahead)).toMatchObject({ outstanding: money('MWK', -50_000) })
    })

    it.each(['prepaid', 'unknown'] as const)('returns nothing without an account: %s', async (line) => {
      const { bills, lines } = await open('usual')
      expect(await bills.accountOfLine(lines[line])).toBeUndefined()
    })

    it('throws when billing is silent', async () => {
      const { bills, lines, silence } = await open('short')
      await silence('billingAccount')
      await expect(bills.accountOfLine(lines.owing)).rejects.toMatchObject({ code: 'provider_unreachable' })
    })

    it('throws for invalid answers', async () => {
      const { bills, lines, garble } = await open('usual')
      await garble('billingAccount')
      await expect(bills.accountOfLine(lines.owing)).rejects.toMatchObject({ code: 'provider_broke_contract' })
    })
  })

  describe(`${name} as a source of an account's invoices`, () => {
    it('returns invoices oldest first, each with its number, its days and its unpaid rest', async () => {
      const { bills, accounts } = await open('usual')
      const invoices = await bills.openInvoices(accounts.owing)
      expect(left(invoices)).toEqual([65_000, 65_000])
      const [first, second] = invoices
      expect(first?.invoiceNo).toMatch(/\d/)
      expect(first?.dueAt).toBeLessThan(second?.dueAt ?? 0)
      expect(first?.startsAt).toBeLessThan(first?.endsAt ?? 0)
    })

    it('subtracts partial payments', async () => {
      const { bills, accounts } = await open('usual')
      expect(left(await bills.openInvoices(accounts.partlyPaid))).toEqual([70_000, 120_000])
    })

    it('takes a credit note off the oldest invoice', async () => {
      const { bills, accounts } = await open('usual')
      const invoices = await bills.openInvoices(accounts.credited)
      expect(left(invoices)).toEqual([6_000, 10_000])
      expect(invoices.map(({ credited }) => credited)).toEqual([money('MWK', 400_000), undefined])
    })

    it('omits paid invoices', async () => {
      const { bills, accounts } = await open('usual')
      expect(await bills.openInvoices(accounts.paidUp)).toEqual([])
    })

    it('returns the account contact', async () => {
      const { bills, accounts } = await open('usual')
      expect(await bills.fixedLineAccount(accounts.owing)).toEqual({
        account: accounts.owing,
        lineNumber: expect.stringMatching(/^\d+$/),
        contactMsisdn: expect.stringMatching(/^\d{9}$/),
        email: expect.stringContaining('@'),
      })
    })

    it('reports a missing account', async () => {
      const { bills, accounts } = await open('usual')
      expect(await bills.fixedLineAccount(accounts.unknown)).toBeUndefined()
      expect(await bills.openInvoices(accounts.unknown)).toEqual([])
    })

    it('throws when billing is silent', async () => {
      const { bills, accounts, silence } = await open('short')
      await silence('customerBill')
      await expect(bills.openInvoices(accounts.owing)).rejects.toMatchObject({ code: 'provider_unreachable' })
    })

    it('throws for invalid answers', async () => {
      const { bills, accounts, garble } = await open('usual')
      await garble('customerBill')
      await expect(bills.openInvoices(accounts.owing)).rejects.toMatchObject({ code: 'provider_broke_contract' })
    })
  })
}
