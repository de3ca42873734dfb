import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { day } from '../time.ts'
import {
  chargeFor,
  chooseInvoices,
  computeBillCharge,
  invoiceNumbers,
  isCovered,
  isOverdue,
  leftToPay,
  takeOffCredit,
  totalOf,
} from './bill.ts'

const today = Date.parse('2026-11-20T22:00:00Z') // Midnight in Blantyre.

describe('an invoice', () => {
  it.each([
    ['yesterday', today - day, true],
    ['today', today, false],
    ['tomorrow', today + day, false],
  ])('is described by its due date: %s', (_when, dueAt, isLate) => {
    expect(isOverdue({ dueAt }, today)).toBe(isLate)
  })
})

describe('several invoices', () => {
  it('are named on one line, with a count of those that do not fit', () => {
    const named = (count: number) =>
      invoiceNumbers(Array.from({ length: count }, (_, at) => ({ invoiceNo: `INV-${at + 1}` })))
    expect(named(0)).toBe('')
    expect(named(2)).toBe('INV-1, INV-2')
    expect(named(63)).toBe('INV-1, INV-2, INV-3, INV-4, INV-5, INV-6 +57')
  })

  it('add up exactly to their total', () => {
    const invoices = [money('MWK', 6_500_000), money('MWK', 4_825_075)].map((outstanding) => ({ outstanding }))
    expect(totalOf(invoices)).toEqual(money('MWK', 11_325_075))
  })

  it('have no total when there are none', () => {
    expect(totalOf([])).toBeUndefined()
  })
})

describe('a bill with decimals', () => {
  it('is charged exactly', () => {
    expect(chargeFor(money('MWK', 1_825_075), { roundUp: false })).toEqual(money('MWK', 1_825_075))
  })

  it('is rounded up where the market requires whole amounts', () => {
    expect(chargeFor(money('MWK', 1_825_075), { roundUp: true })).toEqual(money('MWK', 1_825_100))
  })
})

describe('a credit note', () => {
  const invoice = (billId: string, minor: number) => ({
    ...{ billId, invoiceNo: billId, startsAt: 0, endsAt: 1, dueAt: today },
    outstanding: money('MWK', minor),
  })
  const owed = (invoices: readonly { outstanding: { minor: number } }[]) => invoices.map((one) => one.outstanding.minor)

  it('reduces the oldest invoices first', () => {
    const { invoices, left } = takeOffCredit(
      [invoice('a', 300), invoice('b', 500), invoice('c', 900)],
      money('MWK', 400),
    )
    expect(owed(invoices)).toEqual([0, 400, 900])
    expect(invoices.map(({ credited }) => credited?.minor)).toEqual([300, 100, undefined])
    expect(left).toEqual(money('MWK', 0))
  })

  it('changes what is owed by its amount exactly, and an invoice never below nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000)), fc.nat(3_000_000), (amounts, credit) => {
        const before = amounts.map((minor, at) => invoice(String(at), minor))
        const { invoices, left } = takeOffCredit(before, money('MWK', credit))
        const sum = (list: readonly number[]) => list.reduce((total, minor) => total + minor, 0)
        expect(sum(owed(invoices)) - left.minor).toBe(sum(amounts) - credit)
        expect(Math.min(...owed(invoices), left.minor)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('selecting invoices by number', () => {
  const invoice = (invoiceNo: string) => ({
    billId: `cb-${invoiceNo}`,
    invoiceNo,
    startsAt: 0,
    endsAt: 1,
    dueAt: today,
    outstanding: money('MWK', 6_500_000),
  })
  const [first, second, third] = [invoice('INV-1'), invoice('INV-2'), invoice('INV-3')]

  it('returns each invoice once, in the order of the account', () => {
    expect(chooseInvoices([first, second, third], ['INV-3', 'INV-1', 'INV-3'])).toEqual({
      chosen: [first, third],
      missing: [],
    })
  })

  it('reports an invoice that is no longer open', () => {
    expect(chooseInvoices([second], ['INV-1', 'INV-2', 'INV-1'])).toEqual({ chosen: [second], missing: ['INV-1'] })
  })
})

const mwk = (minor: number) => money('MWK', minor)

describe('the unpaid rest of a bill', () => {
  it.each([
    [580_000, [], 580_000],
    [580_000, [300_000, 80_000], 200_000],
    [580_000, [580_000], 0],
    [580_000, [300_000, 300_000], 0],
    [0, [580_000], 0],
    [-50_000, [10_000], -50_000],
  ])('of %i, with %j in progress, is %i', (outstanding, unposted, left) => {
    expect(leftToPay(mwk(outstanding), unposted.map(mwk))).toEqual(mwk(left))
  })
})

describe('the charge for a bill', () => {
  const roundUp = false
  const amounts = fc.integer({ min: 1, max: 200_000_000 })
  const lefts = fc.integer({ min: -50_000_000, max: 200_000_000 })

  it('equals the typed amount, rounded up only on request, and exceeds the bill only up to the agreed credit', () => {
    fc.assert(
      fc.property(amounts, lefts, fc.boolean(), fc.option(amounts), (typed, left, rounds, word) => {
        const agreed = word === null ? undefined : mwk(word)
        const charge = computeBillCharge(mwk(typed), { left: mwk(left), roundUp: rounds, agreed })
        expect(charge.amount).toEqual(chargeFor(mwk(typed), { roundUp: rounds }))
        if (charge.outcome === 'exceeds_bill') return
        expect(charge.roundedFrom).toEqual(charge.amount.minor === typed ? undefined : mwk(typed))
        const owed = Math.max(0, chargeFor(mwk(left), { roundUp: rounds }).minor)
        const above = Math.max(0, charge.amount.minor - owed)
        expect(charge.credit).toEqual(above === 0 ? undefined : mwk(above))
        expect(above).toBeLessThanOrEqual(word ?? 0)
      }),
    )
  })

  it('needs no agreement up to the bill, nor for what rounding adds to it', () => {
    expect(computeBillCharge(mwk(1_825_075), { left: mwk(1_825_075), roundUp: true })).toEqual({
      outcome: 'charge',
      amount: mwk(1_825_100),
      roundedFrom: mwk(1_825_075),
    })
    expect(computeBillCharge(mwk(100), { left: mwk(0), roundUp })).toEqual({
      outcome: 'exceeds_bill',
      amount: mwk(100),
      credit: mwk(100),
    })
  })

  it('remains allowed while its credit stays within the agreed one', () => {
    fc.assert(
      fc.property(amounts, lefts, fc.option(amounts), (amount, left, word) => {
        const bill = { account: 'A1', invoices: [], ...(word !== null && { credit: mwk(word) }) }
        const above = amount - Math.max(0, left)
        expect(isCovered(mwk(amount), bill, { left: mwk(left), roundUp })).toBe(above <= (word ?? 0))
      }),
    )
    const unseen = { account: 'A1', invoices: [], credit: 'any' } as const
    expect(isCovered(mwk(100), unseen, { left: mwk(-100), roundUp })).toBe(true)
  })
})
