import type { Invoice } from '@nyanja/domain/bills/bill'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { filterIn, pageOf } from './invoice-page.ts'

const invoice = (_: unknown, at: number): Invoice => ({
  billId: `cb-${at}`,
  invoiceNo: `INV-${at + 1}`,
  startsAt: 0,
  endsAt: 1,
  dueAt: at,
  outstanding: money('MWK', 100_000),
})
const billOf = (count: number, overdue = 0) => ({
  account: 'P1234567890',
  invoices: Array.from({ length: count }, invoice),
  overdue,
})
const filter = { show: 'all', from: 0, find: '' } as const
const numbersOf = (bill: ReturnType<typeof billOf>, request: Parameters<typeof pageOf>[1]) =>
  pageOf(bill, request).invoices.map(({ invoiceNo }) => invoiceNo)

describe('a long list of invoices', () => {
  it('comes 25 at a time, with links to the next and previous page', () => {
    const page = pageOf(billOf(60), { ...filter, from: 25 })
    expect(page.invoices).toHaveLength(25)
    expect(page).toMatchObject({
      from: 25,
      count: 60,
      next: { from: 50, count: 10 },
      previous: { from: 0, count: 25 },
    })
  })

  it('shows its last page for an address beyond it', () => {
    const at = (count: number, from: number) => {
      const page = pageOf(billOf(count), { ...filter, from })
      return { from: page.from, hasNext: page.next !== undefined }
    }
    for (const from of [50, 59, 60, 100_000]) expect(at(60, from)).toEqual({ from: 50, hasNext: false })
    expect(at(50, 26)).toEqual({ from: 25, hasNext: false })
    expect(at(0, 25)).toEqual({ from: 0, hasNext: false })
  })

  it('shows the overdue ones alone', () => {
    expect(numbersOf(billOf(60, 2), { ...filter, show: 'overdue' })).toEqual(['INV-1', 'INV-2'])
  })

  it('is searched by any part of a number, in any spelling', () => {
    expect(numbersOf(billOf(60), { ...filter, find: 'inv-60' })).toEqual(['INV-60'])
    expect(numbersOf(billOf(12, 10), { show: 'overdue', from: 0, find: '1' })).toEqual(['INV-1', 'INV-10'])
    expect(numbersOf(billOf(60), { ...filter, find: 'x' })).toEqual([])
  })
})

describe('the address of such a list', () => {
  it.each([
    ['', filter],
    ['?show=overdue&from=50&find=%20inv%20', { show: 'overdue', from: 50, find: 'inv' }],
    ['?show=paid&from=-25', filter],
    ['?from=1e99', filter],
    ['?from=abc', filter],
  ])('may be %j', (query, read) => {
    expect(filterIn(new URL(`https://portal.example/orp/fixed-internet/invoices${query}`))).toEqual(read)
  })
})
