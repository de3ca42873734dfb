import { money } from '@nyanja/domain/money/money'
import { hour } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { createAttemptLimitStore } from '../db/subscriber/attempt-limit-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { AttemptLimit } from './attempt-limit.ts'
import { accountAttemptsPerDay, Bills, type UnpostedPayment } from './bills.ts'

const msisdn = '991234568'
const account = '1000000050'
const invoice = {
  billId: 'cb-1',
  invoiceNo: 'INV-1',
  startsAt: 0,
  endsAt: 1,
  dueAt: Date.UTC(2026, 10, 18, 22),
  outstanding: money('MWK', 6_500_000),
}

describeOnEachEngine('the bill of a line or account', (open) => {
  async function setUp() {
    const { db } = await open()
    const clock = { now: Date.UTC(2026, 10, 20, 12) }
    const requested: string[] = []
    const owed = [invoice]
    const source = {
      async accountOfLine(line: string) {
        requested.push(line)
        return line === msisdn ? { account, outstanding: money('MWK', 1_825_075) } : undefined
      },
      async fixedLineAccount(id: string) {
        requested.push(id)
        return id === 'P1234567890' ? { account: id } : undefined
      },
      openInvoices: async () => [...owed],
    }
    const now = () => clock.now
    const startOfDay = () => Date.UTC(2026, 10, 19, 22)
    const store = createAttemptLimitStore(db)
    const paid: UnpostedPayment[] = []
    const bills = () =>
      new Bills({
        source,
        unposted: { on: async () => paid },
        tries: new AttemptLimit({ store, of: 'account', perDay: accountAttemptsPerDay, now }),
        comparisons: new AttemptLimit({ store, of: 'amount', perDay: accountAttemptsPerDay, now }),
        roundUp: false,
        now,
        startOfDay,
      })
    return { bills: bills(), retry: bills, clock, requested, owed, paid }
  }

  it('is read from billing each time, because a cached amount may be paid already', async () => {
    const { bills, requested } = await setUp()
    await bills.ofLine(msisdn)
    await bills.ofLine(msisdn)
    expect(requested).toEqual([msisdn, msisdn])
  })

  it('is reduced by captured payments that are not posted yet', async () => {
    const { bills, paid } = await setUp()
    expect(await bills.ofLine(msisdn)).toEqual({ account, left: money('MWK', 1_825_075), isPosting: false })
    paid.push({ amount: money('MWK', 1_000_000), billIds: [] })
    expect(await bills.ofLine(msisdn)).toEqual({ account, left: money('MWK', 825_075), isPosting: true })
    paid.push({ amount: money('MWK', 1_000_000), billIds: [] })
    expect(await bills.ofLine(msisdn)).toEqual({ account, left: money('MWK', 0), isPosting: true })
  })

  it('omits invoices that are paid and not posted yet', async () => {
    const { bills, owed, paid } = await setUp()
    owed.push({ ...invoice, billId: 'cb-2' })
    paid.push({ amount: invoice.outstanding, billIds: ['cb-1'] })
    expect(await bills.fixedLineNow('P1234567890')).toMatchObject({
      invoices: [{ billId: 'cb-2' }],
      total: money('MWK', 6_500_000),
    })
  })

  it('is charged without agreement up to its amount, and beyond it only up to the agreed credit', async () => {
    const { bills } = await setUp()
    const charge = (minor: number, agreed?: number) =>
      bills.charge(msisdn, {
        typed: money('MWK', minor),
        isSeen: true,
        ...(agreed && { agreed: money('MWK', agreed) }),
      })
    expect(await charge(1_825_075)).toEqual({ outcome: 'charge', account, amount: money('MWK', 1_825_075) })
    const seen = { left: money('MWK', 1_825_075), credit: money('MWK', 25) }
    expect(await charge(1_825_100)).toEqual({ outcome: 'exceeds_bill', seen })
    expect(await charge(1_825_100, 24)).toEqual({ outcome: 'exceeds_bill', seen })
    expect(await charge(1_825_100, 25)).toMatchObject({ outcome: 'charge', credit: money('MWK', 25) })
  })

  it('cannot be found out by trying amounts', async () => {
    const { bills, retry } = await setUp()
    const charge = (minor: number, agreed?: 'any') =>
      retry().charge(msisdn, { typed: money('MWK', minor), isSeen: false, ...(agreed && { agreed }) })
    expect(await charge(1_825_075)).toMatchObject({ outcome: 'charge' })
    expect(await charge(1_825_076)).toEqual({ outcome: 'exceeds_bill' })
    for (let times = 0; times < 3; times += 1) await charge(100)
    expect(await charge(100)).toEqual({ outcome: 'exceeds_bill' })
    expect(await charge(100, 'any')).toMatchObject({ outcome: 'charge', credit: 'any' })
    const owner = { typed: money('MWK', 100), isSeen: true }
    expect(await bills.charge(msisdn, owner)).toMatchObject({ outcome: 'charge' })
  })

  it('is read again before money is requested', async () => {
    const { bills, requested, owed } = await setUp()
    expect(await bills.fixedLine('P1234567890')).toMatchObject({ account: 'P1234567890', invoices: [invoice] })
    owed.pop()
    expect(await bills.fixedLineNow('P1234567890')).toMatchObject({ invoices: [] })
    expect(requested).toEqual(['P1234567890', 'P1234567890'])
    expect(await bills.fixedLine('P1234567890')).toMatchObject({ invoices: [] })
    expect(requested).toHaveLength(2)
  })

  it('is read again after a few seconds for a customer who may just have paid it', async () => {
    const { bills, requested, clock } = await setUp()
    await bills.fixedLineNow('P1234567890')
    clock.now += 4_999
    await bills.fixedLineLately('P1234567890')
    expect(requested).toHaveLength(1)
    clock.now += 1
    await bills.fixedLine('P1234567890')
    expect(requested).toHaveLength(1)
    await bills.fixedLineLately('P1234567890')
    expect(requested).toHaveLength(2)
  })

  it('is summed once, with a separate sum of overdue invoices', async () => {
    const { bills, owed } = await setUp()
    owed.push({ ...invoice, billId: 'cb-2', dueAt: Date.UTC(2026, 10, 19, 22) })
    expect(await bills.fixedLine('P1234567890')).toMatchObject({
      overdue: 1,
      overdueTotal: money('MWK', 6_500_000),
      total: money('MWK', 13_000_000),
    })
  })

  it('has no sum where nothing is owed, and may be overdue as a whole', async () => {
    const { bills, owed } = await setUp()
    expect(await bills.fixedLine('P1234567890')).toMatchObject({ overdue: 1, overdueTotal: money('MWK', 6_500_000) })
    owed.pop()
    expect(await bills.fixedLineNow('P1234567890')).toMatchObject({
      overdue: 0,
      overdueTotal: undefined,
      total: undefined,
    })
  })

  it('is undefined for an account that billing does not know, even if it has invoices', async () => {
    const { bills } = await setUp()
    expect(await bills.fixedLine('P0000000000')).toBeUndefined()
  })

  it('may be read with the account number any number of times: only wrong guesses are counted', async () => {
    const { bills } = await setUp()
    for (let times = 0; times < 8; times += 1)
      expect(await bills.match(msisdn, account)).toEqual({ outcome: 'matches', account })
    expect(await bills.match(msisdn, '1000000051')).toEqual({ outcome: 'differs', triesLeft: 4 })
  })

  it('allows five guesses a day, across all processes', async () => {
    const { bills, retry, clock } = await setUp()
    for (const triesLeft of [4, 3, 2, 1])
      expect(await bills.match(msisdn, '1000000051')).toEqual({ outcome: 'differs', triesLeft })
    expect(await bills.match(msisdn, '1000000051')).toEqual({ outcome: 'tries_spent' })
    expect(await retry().match(msisdn, account)).toEqual({ outcome: 'tries_spent' })
    clock.now += 24 * hour
    expect(await bills.match(msisdn, account)).toMatchObject({ outcome: 'matches' })
  })

  it('allows no more guesses in parallel', async () => {
    const { retry } = await setUp()
    const guesses = await Promise.all(Array.from({ length: 20 }, () => retry().match(msisdn, '1000000051')))
    expect(guesses.filter(({ outcome }) => outcome === 'differs').length).toBeLessThanOrEqual(5)
    expect(await retry().match(msisdn, account)).toEqual({ outcome: 'tries_spent' })
  })

  it('is undefined for a line without an account, and the guess counts', async () => {
    const { bills } = await setUp()
    for (let guess = 0; guess < 5; guess += 1)
      expect(await bills.match('991234567', account)).toEqual({ outcome: 'no_account' })
    expect(await bills.match('991234567', account)).toEqual({ outcome: 'tries_spent' })
  })
})
