import { money } from '@nyanja/domain/money'
import { expect, it } from 'vitest'
import { createMissStore } from '../db/subscriber/miss-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { AccountTries } from './account-tries.ts'
import { Bills } from './bills.ts'

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

describeOnEachEngine('what is owed', (open) => {
  async function setUp() {
    const { db } = await open()
    const clock = { now: Date.UTC(2026, 10, 20, 12) }
    const asked: string[] = []
    const owed = [invoice]
    const source = {
      async accountOfLine(line: string) {
        asked.push(line)
        return line === msisdn ? { account, outstanding: money('MWK', 1_825_075) } : undefined
      },
      async fixedAccount(id: string) {
        asked.push(id)
        return id === 'P1234567890' ? { account: id } : undefined
      },
      openInvoices: async () => [...owed],
    }
    const now = () => clock.now
    const startOfDay = () => Date.UTC(2026, 10, 19, 22)
    const bills = () =>
      new Bills({ source, tries: new AccountTries({ store: createMissStore(db), now }), now, startOfDay })
    return { bills: bills(), again: bills, clock, asked, owed }
  }

  it('is asked once in a minute, however often it is looked at', async () => {
    const { bills, clock, asked } = await setUp()
    await Promise.all([bills.ofLine(msisdn), bills.ofLine(msisdn)])
    clock.now += 59_000
    await bills.ofLine(msisdn)
    expect(asked).toEqual([msisdn])
    clock.now += 1_000
    await bills.ofLine(msisdn)
    expect(asked).toEqual([msisdn, msisdn])
  })

  it('is read anew before money is asked for', async () => {
    const { bills, asked, owed } = await setUp()
    expect(await bills.fixed('P1234567890')).toMatchObject({ account: 'P1234567890', invoices: [invoice] })
    owed.pop()
    expect(await bills.fixedNow('P1234567890')).toMatchObject({ invoices: [] })
    expect(asked).toEqual(['P1234567890', 'P1234567890'])
    expect(await bills.fixed('P1234567890')).toMatchObject({ invoices: [] })
    expect(asked).toHaveLength(2)
  })

  it('is read anew after a few seconds for whoever may just have paid it', async () => {
    const { bills, asked, clock } = await setUp()
    await bills.fixedNow('P1234567890')
    clock.now += 4_999
    await bills.fixedLately('P1234567890')
    expect(asked).toHaveLength(1)
    clock.now += 1
    await bills.fixed('P1234567890')
    expect(asked).toHaveLength(1)
    await bills.fixedLately('P1234567890')
    expect(asked).toHaveLength(2)
  })

  it('is summed once, with what is overdue today for itself', async () => {
    const { bills, owed } = await setUp()
    owed.push({ ...invoice, billId: 'cb-2', dueAt: Date.UTC(2026, 10, 19, 22) })
    expect(await bills.fixed('P1234567890')).toMatchObject({
      overdue: 1,
      overdueTotal: money('MWK', 6_500_000),
      total: money('MWK', 13_000_000),
    })
  })

  it('has no sum where nothing is owed, and may be overdue as a whole', async () => {
    const { bills, owed } = await setUp()
    expect(await bills.fixed('P1234567890')).toMatchObject({ overdue: 1, overdueTotal: money('MWK', 6_500_000) })
    owed.pop()
    expect(await bills.fixedNow('P1234567890')).toMatchObject({
      overdue: 0,
      overdueTotal: undefined,
      total: undefined,
    })
  })

  it('is of no account that billing does not know, even if it has invoices', async () => {
    const { bills } = await setUp()
    expect(await bills.fixed('P0000000000')).toBeUndefined()
  })

  it('may be seen by whoever knows the account number', async () => {
    const { bills } = await setUp()
    expect(await bills.match(msisdn, account)).toEqual({ outcome: 'matches', account })
  })

  it('may be guessed at five times a day, at all processes together', async () => {
    const { bills, again, clock } = await setUp()
    for (const triesLeft of [4, 3, 2, 1])
      expect(await bills.match(msisdn, '1000000051')).toEqual({ outcome: 'differs', triesLeft })
    expect(await bills.match(msisdn, '1000000051')).toEqual({ outcome: 'tries_spent' })
    expect(await again().match(msisdn, account)).toEqual({ outcome: 'tries_spent' })
    clock.now += 24 * 3_600_000
    expect(await bills.match(msisdn, account)).toMatchObject({ outcome: 'matches' })
  })

  it('may be guessed at no more often by many at once', async () => {
    const { again } = await setUp()
    const guesses = await Promise.all(Array.from({ length: 20 }, () => again().match(msisdn, account)))
    expect(guesses.filter(({ outcome }) => outcome === 'matches').length).toBeLessThanOrEqual(5)
    expect(await again().match(msisdn, account)).toEqual({ outcome: 'tries_spent' })
  })

  it('is nothing for a line without an account, and the guess counts', async () => {
    const { bills } = await setUp()
    for (let guess = 0; guess < 5; guess += 1)
      expect(await bills.match('991234567', account)).toEqual({ outcome: 'no_account' })
    expect(await bills.match('991234567', account)).toEqual({ outcome: 'tries_spent' })
  })
})
