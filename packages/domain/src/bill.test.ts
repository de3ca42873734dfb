import { describe, expect, it } from 'vitest'
import { chargeFor, chooseInvoices, invoiceNumbers, isOverdue, totalOf } from './bill.ts'
import { money } from './money.ts'

const today = Date.parse('2026-11-20T22:00:00Z') // midnight in Blantyre

describe('an invoice', () => {
  it.each([
    ['yesterday', today - 86_400_000, true],
    ['today', today, false],
    ['tomorrow', today + 86_400_000, false],
  ])('that is due %s', (_when, dueAt, isLate) => {
    expect(isOverdue({ dueAt }, today)).toBe(isLate)
  })
})

describe('several invoices', () => {
  it('are named in one line, and those beyond it counted', () => {
    const named = (count: number) =>
      invoiceNumbers(Array.from({ length: count }, (_, at) => ({ invoiceNo: `INV-${at + 1}` })))
    expect(named(0)).toBe('')
    expect(named(2)).toBe('INV-1, INV-2')
    expect(named(63)).toBe('INV-1, INV-2, INV-3, INV-4, INV-5, INV-6 +57')
  })

  it('cost their sum, to the tambala', () => {
    const invoices = [money('MWK', 6_500_000), money('MWK', 4_825_075)].map((outstanding) => ({ outstanding }))
    expect(totalOf(invoices)).toEqual(money('MWK', 11_325_075))
  })

  it('cost nothing that could be named when there are none', () => {
    expect(totalOf([])).toBeUndefined()
  })
})

describe('a bill with decimals', () => {
  it('is charged as it stands', () => {
    expect(chargeFor(money('MWK', 1_825_075), { roundUp: false })).toEqual(money('MWK', 1_825_075))
  })

  it('is rounded up where the market wants whole amounts', () => {
    expect(chargeFor(money('MWK', 1_825_075), { roundUp: true })).toEqual(money('MWK', 1_825_100))
  })
})

describe('an invoice that is named', () => {
  const invoice = (invoiceNo: string) => ({
    billId: `cb-${invoiceNo}`,
    invoiceNo,
    startsAt: 0,
    endsAt: 1,
    dueAt: today,
    outstanding: money('MWK', 6_500_000),
  })
  const [first, second, third] = [invoice('INV-1'), invoice('INV-2'), invoice('INV-3')]

  it('is chosen once, in the order of the account', () => {
    expect(chooseInvoices([first, second, third], ['INV-3', 'INV-1', 'INV-3'])).toEqual({
      chosen: [first, third],
      missing: [],
    })
  })

  it('is missed when it is open no more', () => {
    expect(chooseInvoices([second], ['INV-1', 'INV-2', 'INV-1'])).toEqual({ chosen: [second], missing: ['INV-1'] })
  })
})
