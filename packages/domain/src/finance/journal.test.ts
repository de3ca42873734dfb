import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Currency, money } from '../money/money.ts'
import { type OrderKind, orderKinds } from '../payments/payment-options.ts'
import { legalMoves } from '../payments/payment-states.ts'
import { type DayClose, DayTotals, figureNames, toCanonicalText } from './day-close.ts'
import { computeBalances, type FinanceRules, listPostings } from './journal.ts'
import { type DischargingState, dischargingStates, isMoneyState, type MoneyEvent } from './money-event.ts'

const rules: FinanceRules = {
  fees: { dpo: { basisPoints: 350, flatMinor: { MWK: 1_000 }, taxBasisPoints: 1_650, rounding: 'half_up' } },
  accounts: {
    clearing: { dpo: 'clearing dpo', airtime: 'airtime' },
    otherClearing: 'clearing',
    customerCredit: 'credit',
    products: {
      airtime: 'airtime',
      bundle: 'bundles',
      bill: 'receivables',
      invoice: 'receivables',
      plan: 'plans',
      several: 'airtime',
    },
    salesTax: 'sales tax',
    fees: 'fees',
    feeTax: 'fee tax',
    refunds: 'refunds',
    reversals: 'reversals',
  },
  taxes: [{ name: { en: 'VAT' }, basisPoints: 1_650, on: ['bundle', 'plan'] }],
}

interface Paid {
  readonly gateway: string
  readonly kind: OrderKind
  readonly minor: number
  readonly currency: Currency
  /** The numbers that choose which of the legal moves comes next. */
  readonly choices: readonly number[]
}

const paid: fc.Arbitrary<Paid> = fc.record({
  gateway: fc.constantFrom('dpo', 'mpesa', 'airtime'),
  kind: fc.constantFrom(...orderKinds),
  minor: fc.integer({ min: 1, max: 2 ** 40 }),
  currency: fc.constantFrom<Currency>('MWK', 'USD', 'CDF'),
  choices: fc.array(fc.nat(50), { maxLength: 12 }),
})

/** A history in which each component makes legal moves only, in any order between components. */
function historyOf({ gateway, kind, minor, currency, choices }: Paid): readonly MoneyEvent[] {
  const states = new Map<string, string>([
    ['money', 'waiting'],
    ['delivery', 'none'],
    ['refund', 'none'],
  ])
  const events: MoneyEvent[] = []
  let dischargedBy: DischargingState | undefined
  for (const choice of choices) {
    const isCaptured = ['captured', 'captured_late', 'reversed'].includes(states.get('money') ?? '')
    const possible = legalMoves.filter(
      ({ component, from }) => states.get(component) === from && (component === 'money' || isCaptured),
    )
    const move = possible[choice % possible.length]
    if (move === undefined) break
    states.set(move.component, move.to)
    if (!isMoneyState(move.to)) continue
    const to = move.to
    const amount = money(currency, minor)
    events.push({
      to,
      isFromReview: move.from === 'review',
      gateway,
      kind,
      amount,
      ...(dischargedBy && { dischargedBy }),
    })
    dischargedBy ??= dischargingStates.find((state) => state === to)
  }
  return events
}

const histories = fc.array(paid, { maxLength: 30 }).map((all) => all.map(historyOf))

const closeOf = (totals: DayTotals): DayClose =>
  totals.close({ day: '2026-11-20', timeZone: 'Africa/Blantyre', fromAt: 1, untilAt: 2 })

function closeAll(events: readonly MoneyEvent[]): DayClose {
  const totals = new DayTotals(rules)
  for (const event of events) totals.add('2026-11-20', event)
  return closeOf(totals)
}

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, one) => sum + one, 0)

describe('the journal of a day', () => {
  it('balances in each currency for any legal history of payments', () => {
    fc.assert(
      fc.property(histories, (all) => {
        const balances = computeBalances(closeAll(all.flat()).journal)
        for (const accounts of balances.values()) expect(sumOf(accounts.values())).toBe(0)
      }),
    )
  })

  it('has the sums of the postings of its events, account by account', () => {
    fc.assert(
      fc.property(histories, (all) => {
        const events = all.flat()
        const single = events.flatMap((event) =>
          listPostings(event, rules, '2026-11-20').map((posting) => ({ ...posting, currency: event.amount.currency })),
        )
        expect(computeBalances(closeAll(events).journal)).toEqual(computeBalances(single))
      }),
    )
  })

  it('adds up to the same balances when days are closed one by one', () => {
    fc.assert(
      fc.property(histories, fc.nat(100), (all, at) => {
        const events = all.flat()
        const days = [events.slice(0, at), events.slice(at)].map((part) => closeAll(part).journal)
        expect(computeBalances(days.flat())).toEqual(computeBalances(closeAll(events).journal))
      }),
    )
  })

  it('owes each customer the captured amount until it is delivered or returned, and never more or less', () => {
    fc.assert(
      fc.property(paid, (one) => {
        const events = historyOf(one)
        const owed = 0 - (computeBalances(closeAll(events).journal).get(one.currency)?.get('credit') ?? 0)
        const isDischarged = events.some(({ to }) => dischargingStates.some((state) => state === to))
        expect(owed).toBe(events.length === 0 || isDischarged ? 0 : one.minor)
      }),
    )
  })

  it('expects of a provider what its clearing account is owed', () => {
    fc.assert(
      fc.property(histories, (all) => {
        const { figures, journal } = closeAll(all.flat())
        for (const { gateway, currency, expectedPayoutMinor } of figures) {
          const own = journal.filter((entry) => entry.gateway === gateway && entry.currency === currency)
          const clearing = rules.accounts.clearing[gateway] ?? rules.accounts.otherClearing
          // Airtime is at once what pays and what is sold.
          if (gateway !== 'airtime')
            expect(computeBalances(own).get(currency)?.get(clearing) ?? 0).toBe(expectedPayoutMinor)
        }
      }),
    )
  })
})

describe('a close', () => {
  it('is the same bytes in any order of its events', () => {
    const shuffled = histories.chain((all) => {
      const events = all.flat()
      return fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }))
    })
    fc.assert(
      fc.property(shuffled, ([events, others]) => {
        expect(toCanonicalText(closeAll(others))).toBe(toCanonicalText(closeAll(events)))
      }),
    )
  })

  it('is unchanged after it was read from its text', () => {
    fc.assert(
      fc.property(histories, (all) => {
        const close = closeAll(all.flat())
        expect(JSON.parse(toCanonicalText(close))).toEqual(JSON.parse(JSON.stringify(close)))
      }),
    )
  })

  it('counts each event once in its figure, and late captures and reviews beside that', () => {
    const totals = new DayTotals(rules)
    const event = { gateway: 'dpo', kind: 'bundle', amount: money('MWK', 100_000), isFromReview: false } as const
    totals.add('2026-11-20', { ...event, to: 'captured_late' })
    totals.add('2026-11-20', { ...event, to: 'review' })
    totals.add('2026-11-20', { ...event, to: 'refunded', isFromReview: true })
    const [line] = closeOf(totals).figures
    const figures = figureNames.map((name) => [name, line?.[name].payments])
    expect(Object.fromEntries(figures)).toEqual({
      ...{ captured: 1, capturedLate: 1, delivered: 0, refunded: 1, reversed: 0, sentToReview: 1, leftReview: 1 },
    })
    expect(line).toMatchObject({ feesMinor: 4_500, feeTaxMinor: 743, expectedPayoutMinor: -5_243 })
  })

  it('shows what became known late in a line of the day on which it happened', () => {
    const totals = new DayTotals(rules)
    const event = {
      to: 'captured',
      gateway: 'dpo',
      kind: 'bill',
      amount: money('MWK', 5),
      isFromReview: false,
    } as const
    totals.add('2026-11-20', event)
    totals.add('2026-11-18', event)
    expect(closeOf(totals).figures.map(({ happenedOn }) => happenedOn)).toEqual(['2026-11-18', '2026-11-20'])
  })

  it('has the fee of the contract on the day of each payment, also of one that became known late', () => {
    const fee = { basisPoints: 350, flatMinor: {}, taxBasisPoints: 0, rounding: 'half_up' } as const
    const changed = [fee, { ...fee, basisPoints: 300, from: '2026-11-20' }]
    const totals = new DayTotals({ ...rules, fees: { dpo: changed } })
    const event = { to: 'captured', gateway: 'dpo', kind: 'bill', isFromReview: false } as const
    for (const day of ['2026-11-19', '2026-11-20']) totals.add(day, { ...event, amount: money('MWK', 100_000) })
    expect(closeOf(totals).figures.map(({ feesMinor }) => feesMinor)).toEqual([3_500, 3_000])
  })
})

describe('goodwill', () => {
  const totals = new DayTotals(rules)
  const event = { gateway: 'dpo', kind: 'bundle', isFromReview: false } as const
  totals.add('2026-11-20', { ...event, to: 'captured', amount: money('MWK', 100_000) })
  const before = toCanonicalText(closeOf(totals))

  it('adds no figure to a day without it, whose close keeps the same bytes', () => {
    expect(before).not.toContain('credited')
  })

  it('is airtime that the operator owes and no customer pays', () => {
    totals.add('2026-11-20', { ...event, to: 'credited', amount: money('MWK', 500) })
    const { figures, journal } = closeOf(totals)
    expect(figures).toMatchObject([{ credited: { payments: 1, minor: 500 }, expectedPayoutMinor: 94_757 }])
    expect(journal).toContainEqual({
      ...{ happenedOn: '2026-11-20', gateway: 'dpo', currency: 'MWK', entry: 'goodwill', minor: 500 },
      ...{ debit: 'refunds', credit: 'airtime' },
    })
    expect(
      listPostings(
        { ...event, to: 'credited', amount: money('MWK', 5) },
        {
          ...rules,
          accounts: { ...rules.accounts, goodwill: 'goodwill' },
        },
        '2026-11-20',
      ),
    ).toEqual([{ entry: 'goodwill', debit: 'goodwill', credit: 'airtime', minor: 5 }])
  })
})

describe('airtime that is taken back', () => {
  const event = { gateway: 'dpo', kind: 'airtime', isFromReview: false, to: 'taken_back' } as const

  it('undoes its sale with the tax on it, and what the refund had cost', () => {
    const totals = new DayTotals(rules)
    totals.add('2026-11-20', { ...event, amount: money('MWK', 11_650) })
    const { figures, journal } = closeOf(totals)
    expect(figures).toMatchObject([{ takenBack: { payments: 1, minor: 11_650 }, expectedPayoutMinor: 0 }])
    const sale = listPostings({ ...event, to: 'delivered', amount: money('MWK', 11_650) }, rules, '2026-11-20')
    const undone = sale.map(({ credit, minor }) => ({ debit: credit, credit: 'refunds', minor }))
    expect(journal).toMatchObject(undone)
  })
})

describe('a return', () => {
  const event = { gateway: 'dpo', kind: 'bundle', amount: money('MWK', 500), isFromReview: false } as const
  const debitOf = (to: DischargingState, dischargedBy?: DischargingState) =>
    listPostings({ ...event, to, ...(dischargedBy && { dischargedBy }) }, rules, '2026-11-20')[0]?.debit

  it.each([
    ['refunded', undefined, 'credit'],
    ['reversed', undefined, 'credit'],
    ['refunded', 'delivered', 'refunds'],
    ['reversed', 'delivered', 'reversals'],
    ['reversed', 'refunded', 'reversals'],
    ['refunded', 'reversed', 'reversals'],
    ['delivered', 'reversed', 'reversals'],
  ] as const)('%s after %s is borne by the account of %s', (to, dischargedBy, account) => {
    expect(debitOf(to, dischargedBy)).toBe(account)
  })
})
