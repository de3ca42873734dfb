import type { Invoice } from '@nyanja/domain/bills/bill'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { BillSource } from './bills.ts'

export interface BillSourceFixture {
  readonly bills: BillSource
  readonly lines: {
    /** Owes MWK 18,250.75. */
    readonly owing: string
    /** Has paid MWK 500 ahead. */
    readonly ahead: string
    /** Has no account. */
    readonly prepaid: string
    readonly unknown: string
  }
  readonly accounts: {
    /** One invoice of MWK 65,000 is overdue, another one of the same amount is not due yet. */
    readonly owing: string
    /** One of two invoices of MWK 120,000 is partly paid: MWK 70,000 is left. */
    readonly partlyPaid: string
    readonly final: string
    readonly unknown: string
  }
  silence(resource: 'billingAccount' | 'customerBill'): Promise<unknown>
  garble(resource: 'billingAccount' | 'customerBill'): Promise<unknown>
}

const left = (invoices: readonly Invoice[]) => invoices.map(({ outstanding }) => outstanding.minor / 100)

/** The contract of every source of bills. */
export function describeBillSource(name: string, open: (timeout: TimeoutName) => Promise<BillSourceFixture>): void {
  describe(`${name} knows what a line owes`, () => {
    it('to the tambala, and on which account', async () => {
      const { bills, lines } = await open('usual')
      const { account, outstanding } = (await bills.accountOfLine(lines.owing)) ?? {}
      expect(account).toMatch(/^\d{10}$/)
      expect(outstanding).toEqual(money('MWK', 1_825_075))
    })

    it('and that somebody has paid ahead', async () => {
      const { bills, lines } = await open('usual')
      expect(await bills.accountOfLine(lines.ahead)).toMatchObject({ outstanding: money('MWK', -50_000) })
    })

    it.each(['prepaid', 'unknown'] as const)('and nothing where there is no account: %s', async (line) => {
      const { bills, lines } = await open('usual')
      expect(await bills.accountOfLine(lines[line])).toBeUndefined()
    })

    it('but does not say nothing is owed when billing is silent', async () => {
      const { bills, lines, silence } = await open('short')
      await silence('billingAccount')
      await expect(bills.accountOfLine(lines.owing)).rejects.toMatchObject({ code: 'provider_unreachable' })
    })

    it('but makes nothing of nonsense', async () => {
      const { bills, lines, garble } = await open('usual')
      await garble('billingAccount')
      await expect(bills.accountOfLine(lines.owing)).rejects.toMatchObject({ code: 'provider_broke_contract' })
    })
  })

  describe(`${name} knows the invoices of an account`, () => {
    it('oldest first, each with its number, its days and what is left of it', async () => {
      const { bills, accounts } = await open('usual')
      const invoices = await bills.openInvoices(accounts.owing)
      expect(left(invoices)).toEqual([65_000, 65_000])
      const [first, second] = invoices
      expect(first?.invoiceNo).toMatch(/\d/)
      expect(first?.dueAt).toBeLessThan(second?.dueAt ?? 0)
      expect(first?.startsAt).toBeLessThan(first?.endsAt ?? 0)
    })

    it('less what was paid of them', async () => {
      const { bills, accounts } = await open('usual')
      expect(left(await bills.openInvoices(accounts.partlyPaid))).toEqual([70_000, 120_000])
    })

    it('and none that are settled', async () => {
      const { bills, accounts } = await open('usual')
      expect(await bills.openInvoices(accounts.final)).toEqual([])
    })

    it('and whom to tell about it', async () => {
      const { bills, accounts } = await open('usual')
      expect(await bills.fixedLineAccount(accounts.owing)).toEqual({
        account: accounts.owing,
        lineNumber: expect.stringMatching(/^\d+$/),
        contactMsisdn: expect.stringMatching(/^\d{9}$/),
        email: expect.stringContaining('@'),
      })
    })

    it('and says so when there is no such account', async () => {
      const { bills, accounts } = await open('usual')
      expect(await bills.fixedLineAccount(accounts.unknown)).toBeUndefined()
      expect(await bills.openInvoices(accounts.unknown)).toEqual([])
    })

    it('but shows no empty table when billing is silent', async () => {
      const { bills, accounts, silence } = await open('short')
      await silence('customerBill')
      await expect(bills.openInvoices(accounts.owing)).rejects.toMatchObject({ code: 'provider_unreachable' })
    })

    it('but makes nothing of nonsense', async () => {
      const { bills, accounts, garble } = await open('usual')
      await garble('customerBill')
      await expect(bills.openInvoices(accounts.owing)).rejects.toMatchObject({ code: 'provider_broke_contract' })
    })
  })
}
