import { money } from '@nyanja/domain/money/money'
import type { BssRecord, BssRecords } from '@nyanja/server/payments/bss-records'
import { expect, it } from 'vitest'
import { addPayment, openReconciliation } from '../db/reconciliation/test-reconciliation.ts'
import type { OpenDatabase } from '../db/schema.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { BssReconciliation } from './bss-reconciliation.ts'

const at = Date.parse('2026-11-20T10:00:00Z')
const days = { fromDay: '2026-11-20', untilDay: '2026-11-20' }

async function deliver(database: OpenDatabase, amount = 5000) {
  const { id, orderId } = await addPayment(database, { at, amount: money('MWK', amount) })
  await database.db
    .insertInto('deliveries')
    .values({
      ...{
        attempt_id: id,
        order_id: orderId,
        kind: 'airtime',
        msisdn: '999000001',
        amount_minor: amount,
        currency: 'MWK',
      },
      ...{ state: 'delivered', bss_reference: `tu-${id}`, created_at: at, sent_at: at, decided_at: at },
    })
    .execute()
  return id
}

const none: BssRecords = { records: [], isComplete: true }

async function open(database: OpenDatabase, topups: BssRecords) {
  const harness = openReconciliation(database)
  const source = { list: async (list: string) => (list === 'topups' ? topups : none) }
  const bss = new BssReconciliation({ ...harness, source })
  return {
    ...harness,
    async compare() {
      const result = await harness.imports.import(await bss.read('2026-11-20'), { by: 'Chisomo', days })
      await harness.reconciliation.compare()
      return result
    },
  }
}

const recordOf = (reference: string, more: Partial<BssRecord> = {}): BssRecord => ({
  ...{ reference, bssReference: `tu-${reference}`, amount: money('MWK', 5000), at, ...more },
})

describeOnEachEngine('comparing the BSS with deliveries', (openDatabase) => {
  it('finds what only one of them has, and other amounts', async () => {
    const database = await openDatabase()
    const [fine, other, byHand] = [await deliver(database), await deliver(database), await deliver(database)]
    await deliver(database)
    const records = [
      ...[recordOf(fine), recordOf(other, { amount: money('MWK', 4000) }), recordOf('STRANGE')],
      recordOf('', { reference: undefined, bssReference: `tu-${byHand}` }),
    ]
    const harness = await open(database, { records, isComplete: true })
    await harness.compare()
    expect(await harness.openCases()).toEqual([
      '2026-11-20 delivery missing_at_bss',
      '2026-11-20 delivery other_amount',
      '2026-11-20 delivery unknown_to_us',
    ])
  })

  it('matches airtime given as goodwill by its own name, and misses it where the BSS has none', async () => {
    const database = await openDatabase()
    const [fine, missing] = [await deliver(database), await deliver(database)]
    const credit = { currency: 'MWK', state: 'delivered', created_at: at, sent_at: at, decided_at: at } as const
    for (const id of [fine, missing])
      await database.db
        .insertInto('credits')
        .values({ ...credit, attempt_id: id, amount_minor: 700, bss_reference: `tu-${id}-credit` })
        .execute()
    const records = [...[recordOf(fine), recordOf(missing)], recordOf(`${fine}-credit`, { amount: money('MWK', 700) })]
    const harness = await open(database, { records, isComplete: true })
    await harness.compare()
    const cases = await harness.cases.list({ state: 'open' }, 10)
    expect(cases).toMatchObject([{ kind: 'delivery', reason: 'missing_at_bss', subject: `${missing}-credit` }])
    expect(cases[0]?.reference).toMatch(/^NYA-/)
  })

  it.each([
    [
      'that is cut',
      async (database: OpenDatabase) => ({ records: [recordOf(await deliver(database))], isComplete: false }),
    ],
    ['that is empty although something was delivered', async () => none],
  ])('takes a list %s for incomplete, and misses nothing in it', async (_, list) => {
    const database = await openDatabase()
    await deliver(database)
    const harness = await open(database, await list(database))
    expect(await harness.compare()).toMatchObject({ outcome: 'imported', import: { isComplete: false } })
    expect(await harness.openCases()).toEqual([])
    for (const day of await harness.cases.days({ source: 'bss' })) expect(day.state).toBe('incomplete')
  })

  it('closes a day that was incomplete with a complete list', async () => {
    const database = await openDatabase()
    const [first, second] = [await deliver(database), await deliver(database)]
    await deliver(database)
    await (await open(database, { records: [recordOf(first)], isComplete: false })).compare()
    const harness = await open(database, { records: [recordOf(first), recordOf(second)], isComplete: true })
    await harness.compare()
    expect(await harness.openCases()).toEqual(['2026-11-20 delivery missing_at_bss'])
    expect(await harness.cases.days({ source: 'bss' })).toMatchObject([{ state: 'complete', matched: 2, oursOnly: 1 }])
  })

  it('reads a file in place of a list that the BSS does not have', async () => {
    const database = await openDatabase()
    const [first, second] = [await deliver(database), await deliver(database)]
    const harness = openReconciliation(database)
    const rows = [
      `${first},tu-1,2026-11-20T12:00:00+02:00,50.00,MWK,completed`,
      `${second},tu-2,2026-11-20T12:00:00+02:00,50.00,MWK,failed`,
    ]
    await harness.importText(['Reference,BSS Reference,Time,Amount,Currency,Status', ...rows].join('\n'), 'bss-topups')
    expect(await harness.openCases()).toEqual(['2026-11-20 delivery missing_at_bss'])
  })
})
