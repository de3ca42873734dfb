import { describe, expect, it } from 'vitest'
import { legalMoves } from '../../packages/domain/src/payments/payment-states.ts'
import type { ProviderRecords } from '../environment/sandbox-control.ts'
import type { Accounts } from './accounts.ts'
import { findViolations } from './invariants.ts'
import { invariants } from './records-by-payment.ts'

type Row<Table extends keyof Accounts> = Accounts[Table][number]

const attempt: Row<'attempts'> = {
  id: 'A1',
  reference: 'NYA-1',
  order_id: 'O1',
  state: 'captured',
  amount_minor: 50_000,
  currency: 'MWK',
  pays_order: 1,
  next_check_at: null,
  ordered_minor: null,
  ordered_currency: null,
  rate_minor: null,
  asked_minor: null,
}
const delivery: Row<'deliveries'> = {
  attempt_id: 'A1',
  state: 'delivered',
  msisdn: '999000101',
  product_code: null,
  amount_minor: 50_000,
  currency: 'MWK',
  next_check_at: null,
  excess_minor: null,
  items_json: null,
}
const capture: ProviderRecords['captures'][number] = {
  provider: 'money',
  reference: 'A1',
  amountMinor: 50_000,
  currency: 'MWK',
  refundedMinor: 0,
  at: '2026-11-20T10:00:00.000Z',
}
const deliveryRecord: ProviderRecords['deliveries'][number] = {
  reference: 'A1',
  kind: 'topup',
  msisdn: '999000101',
  amountMinor: 50_000,
  currency: 'MWK',
}

let nextEvent = 1
const move = (component: Row<'events'>['component'], from_state: string, to_state: string): Row<'events'> => ({
  id: nextEvent++,
  call_json: null,
  attempt_id: 'A1',
  component,
  from_state,
  to_state,
  at: 1,
  detail: null,
})
const moneyTaken = [
  move('money', 'none', 'created'),
  move('money', 'created', 'handing_over'),
  move('money', 'handing_over', 'waiting'),
  move('money', 'waiting', 'captured'),
]
const thingGiven = [
  move('delivery', 'none', 'due'),
  move('delivery', 'due', 'sending'),
  move('delivery', 'sending', 'delivered'),
]

const refund: Row<'refunds'> = { attempt_id: 'A1', amount_minor: null, state: 'refunded', next_check_at: null }
const moneyReturned = [
  move('refund', 'none', 'due'),
  move('refund', 'due', 'requesting'),
  move('refund', 'requesting', 'refunded'),
]
const approval: Row<'approvals'> = {
  act: 'refund_part',
  subject: 'NYA-1',
  amount_minor: 20_000,
  asked_by: 'Thoko',
  decided_by: 'Mary',
}
const credit: Row<'credits'> = {
  attempt_id: 'A1',
  state: 'delivered',
  amount_minor: 10_000,
  currency: 'MWK',
  next_check_at: null,
}
const creditGiven = [
  move('credit', 'none', 'due'),
  move('credit', 'due', 'sending'),
  move('credit', 'sending', 'delivered'),
]
const creditRecord = { ...deliveryRecord, reference: 'A1-credit', amountMinor: 10_000 }

const takeback: Row<'takebacks'> = {
  attempt_id: 'A1',
  state: 'delivered',
  amount_minor: 50_000,
  currency: 'MWK',
  balance_minor: 60_000,
  next_check_at: null,
}
const takenBack = [
  move('takeback', 'none', 'asked'),
  move('takeback', 'asked', 'due'),
  move('takeback', 'due', 'sending'),
  move('takeback', 'sending', 'delivered'),
]

/** One successful recharge. */
const accounts: Accounts = {
  orders: [{ id: 'O1', msisdn: '999000101', bundle_json: null, bill_json: null, items_json: null }],
  attempts: [attempt],
  deliveries: [delivery],
  refunds: [],
  credits: [],
  takebacks: [],
  approvals: [],
  resolvedRefunds: [],
  reviews: [],
  unknownPayments: [],
  legalMoves: legalMoves.map(({ component, from, to }) => ({ component, from_state: from, to_state: to })),
  events: [...moneyTaken, ...thingGiven],
}
const records: ProviderRecords = { captures: [capture], deliveries: [deliveryRecord] }

function broken(changed: Partial<Accounts>, shown: Partial<ProviderRecords> = {}): readonly string[] {
  const found = findViolations({ ...accounts, ...changed }, { ...records, ...shown })
  return [...new Set(found.map(({ invariant }) => invariant))]
}

describe('the invariant checker', () => {
  it('finds nothing where every payment was delivered', () => {
    expect(broken({})).toEqual([])
  })

  it('finds nothing where staff decided about another amount than was asked for, and nothing was kept', () => {
    const [less, more] = [
      { ...attempt, asked_minor: 80_000 },
      { ...attempt, asked_minor: 40_000 },
    ]
    expect(broken({ attempts: [less] })).toEqual([])
    const deliveries = [{ ...delivery, amount_minor: 40_000, excess_minor: 10_000 }]
    const given = { deliveries: [{ ...deliveryRecord, amountMinor: 40_000 }] }
    expect(broken({ attempts: [more], deliveries }, given)).toEqual([invariants.returnIsAgreed])
    const refunds = [{ ...refund, amount_minor: 10_000 }]
    const events = [...accounts.events, ...moneyReturned]
    const back = { ...given, captures: [{ ...capture, refundedMinor: 10_000 }] }
    expect(broken({ attempts: [more], deliveries, refunds, events }, back)).toEqual([])
    expect(broken({ attempts: [more] })).toEqual([invariants.deliveryIsPaid])
  })

  describe('of several numbers in one payment', () => {
    const items = [
      { msisdn: '999000101', amount: { minor: 30_000 } },
      { msisdn: '999000102', amount: { minor: 20_000 } },
    ]
    const orders = [{ id: 'O1', msisdn: '', bundle_json: null, bill_json: null, items_json: JSON.stringify(items) }]
    const stored = (...states: string[]) => JSON.stringify(items.map((item, at) => ({ ...item, state: states[at] })))
    const ofSeveral = { ...delivery, msisdn: '' }
    const first = { ...deliveryRecord, reference: 'A1-1', amountMinor: 30_000 }
    const second = { ...deliveryRecord, reference: 'A1-2', amountMinor: 20_000, msisdn: '999000102' }
    const all = { orders, deliveries: [{ ...ofSeveral, items_json: stored('delivered', 'delivered') }] }
    const some = {
      ...{ orders, refunds: [{ ...refund, amount_minor: 20_000 }], events: [...accounts.events, ...moneyReturned] },
      deliveries: [
        { ...ofSeveral, items_json: stored('delivered', 'impossible'), amount_minor: 30_000, excess_minor: 20_000 },
      ],
    }
    const partBack = { captures: [{ ...capture, refundedMinor: 20_000 }] }

    it('finds nothing where each number got its own, and nothing where the money for one went back', () => {
      expect(broken(all, { deliveries: [first, second] })).toEqual([])
      expect(broken(some, { ...partBack, deliveries: [first] })).toEqual([])
    })

    it.each([
      ['was given twice', all, [first, second, second]],
      ['was given another sum', all, [first, { ...second, amountMinor: 1 }]],
      ['was given to another number', all, [first, { ...second, msisdn: '999000103' }]],
      ['is not in the records of the BSS', all, [first]],
      ['was given though its money went back', some, [first, second]],
    ])('finds what %s', (_, changed, deliveries) => {
      expect(broken(changed, { ...(changed === some ? partBack : {}), deliveries })).toContain(
        invariants.deliveryIsPaid,
      )
    })

    it('finds money that was kept for a number that got nothing', () => {
      const kept = { ...some, refunds: [], events: accounts.events }
      expect(broken(kept, { deliveries: [first] })).toContain(invariants.returnIsAgreed)
    })
  })

  describe('of airtime that was taken back', () => {
    const debit = { ...capture, provider: 'bss', reference: 'A1-takeback' }
    const all = { captures: [{ ...capture, refundedMinor: 50_000 }, debit] }
    const approvals: Row<'approvals'>[] = [
      { ...approval, act: 'refund', amount_minor: null },
      { ...approval, act: 'take_back', amount_minor: 50_000 },
    ]
    const taken = {
      ...{ refunds: [refund], takebacks: [takeback], approvals },
      events: [...accounts.events, ...moneyReturned, ...takenBack],
    }

    it('finds nothing where all of it is in order', () => {
      expect(broken(taken, all)).toEqual([])
    })

    it.each([
      ['was taken twice', {}, { captures: [...all.captures, debit] }],
      ['is not in the records of the BSS', {}, { captures: all.captures.slice(0, 1) }],
      ['was taken in another sum', {}, { captures: [...all.captures.slice(0, 1), { ...debit, amountMinor: 1 }] }],
      ['was taken before the balance was seen', { takebacks: [{ ...takeback, balance_minor: null }] }, all],
      ['was more than the line had', { takebacks: [{ ...takeback, balance_minor: 49_999 }] }, all],
      [
        'was taken for what went back beyond the price',
        {
          refunds: [{ ...refund, amount_minor: 50_000 }],
          deliveries: [{ ...delivery, excess_minor: 50_000 }],
        },
        all,
      ],
      ['had one person’s word', { approvals: approvals.slice(0, 1) }, all],
      ['was taken without a request', { takebacks: [], events: [...accounts.events, ...moneyReturned] }, all],
    ])('finds what %s', (_, changed, shown) => {
      expect(broken({ ...taken, ...changed }, shown)).toContain(invariants.oneTakeback)
    })
  })

  it('finds an attempt that was charged twice', () => {
    expect(broken({}, { captures: [capture, capture] })).toContain(invariants.oneCapture)
  })

  it('finds two attempts of an order that both kept the money', () => {
    const second = { ...attempt, id: 'A2', pays_order: 0 }
    const captures = [capture, { ...capture, reference: 'A2' }]
    expect(broken({ attempts: [attempt, second] }, { captures })).toContain(invariants.oneCapture)
  })

  it('ignores a second capture that is in the review list', () => {
    const second = { ...attempt, id: 'A2', pays_order: 0 }
    const captures = [capture, { ...capture, reference: 'A2' }]
    const reviews = [{ attempt_id: 'A2', reason: 'mismatch' }]
    expect(broken({ attempts: [attempt, second], reviews }, { captures })).not.toContain(invariants.oneCapture)
  })

  it('finds a charge without a delivery', () => {
    const due = { ...delivery, state: 'due' as const }
    expect(
      broken({ deliveries: [due], events: [...moneyTaken, move('delivery', 'none', 'due')] }, { deliveries: [] }),
    ).toEqual([invariants.captureEnds])
  })

  it('finds a refund that the provider never made', () => {
    const events = [...moneyTaken, ...moneyReturned]
    expect(broken({ deliveries: [], refunds: [refund], events }, { deliveries: [] })).toEqual([invariants.captureEnds])
  })

  it('distinguishes work that a worker will still do from lost work', () => {
    const events = [...moneyTaken, move('delivery', 'none', 'due')]
    const due = { ...delivery, state: 'due' as const }
    const isInProgress = (next_check_at: number | null) =>
      findViolations(
        { ...accounts, deliveries: [{ ...due, next_check_at }], events },
        { ...records, deliveries: [] },
      ).map((violation) => violation.isInProgress)
    expect(isInProgress(1)).toEqual([true])
    expect(isInProgress(null)).toEqual([false])
  })

  it('ignores everything in the review list', () => {
    const waiting = { ...attempt, state: 'waiting' as const, pays_order: 0 }
    const reviews = [{ attempt_id: 'A1', reason: 'mismatch' }]
    expect(
      broken({ attempts: [waiting], deliveries: [], reviews, events: moneyTaken.slice(0, 3) }, { deliveries: [] }),
    ).toEqual([])
  })

  it('finds a double delivery', () => {
    expect(broken({}, { deliveries: [deliveryRecord, deliveryRecord] })).toEqual([invariants.deliveryIsPaid])
  })

  it('finds a delivery of another amount, or to another number', () => {
    expect(broken({}, { deliveries: [{ ...deliveryRecord, amountMinor: 60_000 }] })).toEqual([
      invariants.deliveryIsPaid,
    ])
    expect(broken({}, { deliveries: [{ ...deliveryRecord, msisdn: '999000102' }] })).toEqual([
      invariants.deliveryIsPaid,
    ])
  })

  it('compares a payment in another currency with the rate that was shown', () => {
    // The amount is MWK 500 at USD 0.03 for each: USD 15.
    const inDollars = { amount_minor: 1500, currency: 'USD', ordered_minor: 50_000, ordered_currency: 'MWK' } as const
    const describeViolations = (rate_minor: number, paid = { amountMinor: 1500, currency: 'USD' }) =>
      broken({ attempts: [{ ...attempt, ...inDollars, rate_minor }] }, { captures: [{ ...capture, ...paid }] })
    expect(describeViolations(3)).toEqual([])
    expect(describeViolations(5)).toEqual([invariants.deliveryIsPaid])
    expect(describeViolations(3, { amountMinor: 1400, currency: 'USD' })).toEqual([invariants.deliveryIsPaid])
  })

  it('finds a delivery that the BSS never made', () => {
    expect(broken({}, { deliveries: [] })).toEqual([invariants.deliveryIsPaid])
  })

  it('finds a charge behind a payment that was reported as failed', () => {
    const refused = { ...attempt, state: 'refused' as const, pays_order: 0 }
    const events = [...moneyTaken.slice(0, 3), move('money', 'waiting', 'refused')]
    expect(broken({ attempts: [refused], deliveries: [], events }, { deliveries: [] })).toContain(
      invariants.failedIsTrue,
    )
  })

  describe('of a payment that was refunded in part', () => {
    const inPart: Partial<Accounts> = {
      refunds: [{ ...refund, amount_minor: 20_000 }],
      approvals: [approval],
      events: [...moneyTaken, ...thingGiven, ...moneyReturned],
    }
    const returned = (refundedMinor: number) => ({ captures: [{ ...capture, refundedMinor }] })

    it('finds nothing where the part that two people agreed to went back', () => {
      expect(broken(inPart, returned(20_000))).toEqual([])
    })

    it.each([0, 19_999, 40_000, 50_000])('finds that the provider gave back %i of it', (refundedMinor) => {
      expect(broken(inPart, returned(refundedMinor))).toContain(invariants.returnIsAgreed)
    })

    it('finds a part that one person agreed to, or that was agreed to be another', () => {
      const alone = [{ ...approval, decided_by: 'Thoko' }]
      expect(broken({ ...inPart, approvals: alone }, returned(20_000))).toEqual([invariants.returnIsAgreed])
      const another = [{ ...approval, amount_minor: 10_000 }]
      expect(broken({ ...inPart, approvals: another }, returned(20_000))).toEqual([invariants.returnIsAgreed])
    })

    it('finds a part that is all of the price', () => {
      const whole = {
        refunds: [{ ...refund, amount_minor: 50_000 }],
        approvals: [{ ...approval, amount_minor: 50_000 }],
      }
      expect(broken({ ...inPart, ...whole }, returned(50_000))).toContain(invariants.returnIsAgreed)
    })
  })

  it('finds a part that went back without a refund, and more than was paid', () => {
    expect(broken({}, { captures: [{ ...capture, refundedMinor: 20_000 }] })).toEqual([invariants.returnIsAgreed])
    const refunded = { deliveries: [], refunds: [refund], events: [...moneyTaken, ...moneyReturned] }
    expect(broken(refunded, { captures: [{ ...capture, refundedMinor: 100_000 }], deliveries: [] })).toEqual([
      invariants.returnIsAgreed,
    ])
  })

  describe('of a payment with goodwill', () => {
    const credited: Partial<Accounts> = {
      credits: [credit],
      approvals: [{ ...approval, act: 'give_credit', amount_minor: 10_000 }],
      events: [...moneyTaken, ...thingGiven, ...creditGiven],
    }
    const given = (...records: ProviderRecords['deliveries']) => ({ deliveries: [deliveryRecord, ...records] })

    it('finds nothing where the BSS gave what two people agreed to', () => {
      expect(broken(credited, given(creditRecord))).toEqual([])
    })

    it('finds a credit that was given twice, never, or of another amount or number', () => {
      expect(broken(credited, given(creditRecord, creditRecord))).toEqual([invariants.oneCredit])
      expect(broken(credited, given())).toEqual([invariants.oneCredit])
      expect(broken(credited, given({ ...creditRecord, amountMinor: 10_001 }))).toEqual([invariants.oneCredit])
      expect(broken(credited, given({ ...creditRecord, msisdn: '999000102' }))).toEqual([invariants.oneCredit])
    })

    it('finds a credit of the BSS alone, and one without an agreement', () => {
      expect(broken({}, given(creditRecord))).toEqual([invariants.oneCredit])
      expect(broken({ ...credited, approvals: [] }, given(creditRecord))).toEqual([invariants.oneCredit])
    })

    it('finds a credit above the price', () => {
      const above = { credits: [{ ...credit, amount_minor: 50_001 }] }
      const approvals = [{ ...approval, act: 'give_credit' as const, amount_minor: 50_001 }]
      expect(broken({ ...credited, ...above, approvals }, given({ ...creditRecord, amountMinor: 50_001 }))).toEqual([
        invariants.oneCredit,
      ])
    })
  })

  it('finds a charge that the portal has no record of', () => {
    expect(broken({}, { captures: [capture, { ...capture, reference: 'A9' }] })).toEqual([invariants.captureEnds])
  })

  it('finds a state that its history does not explain', () => {
    expect(broken({ events: accounts.events.slice(0, -1) })).toEqual([invariants.historyExplains])
    expect(broken({ events: accounts.events.filter(({ to_state }) => to_state !== 'waiting') })).toEqual([
      invariants.historyExplains,
    ])
  })
})
