import { readFileSync } from 'node:fs'
import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { expect, it } from 'vitest'
import { openReconciliation, type StoredPayment } from '../db/reconciliation/test-reconciliation.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const cases = path.join(import.meta.dirname, '../adapters/settlement-files/cases')
const caseOf = (name: string) => readFileSync(path.join(cases, name), 'utf8')
/** Our ids in the reports. */
const ids = /S2V[0-9A-Z]{27}/g
const heading =
  'Transaction ID,Reference,Type,Amount,Fees,Amount Due,Currency,Transaction Date,Payout ID,Settlement Date'
const unknownRow = (id: string) => `${id},REF-${id},transaction,5000,,,MWK,2026-11-28T10:00:00Z,,`

describeOnEachEngine('an import that is withdrawn', (open) => {
  /** Three payments of 1,000, 2,000 and 3,000 by DPO. */
  async function openWithSales() {
    const database = await open()
    const harness = openReconciliation(database)
    harness.clock.now = Date.parse('2026-11-30T10:00:00Z')
    const at = Date.parse('2026-11-28T16:37:00Z')
    const paid: StoredPayment[] = []
    for (const thousand of [1, 2, 3])
      paid.push(await harness.addPayment({ gateway: 'dpo', amount: money('MWK', thousand * 100_000), at }))
    const named = [...new Set(caseOf('dpo-day.csv').match(ids))]
    const report = (name: string) => caseOf(name).replaceAll(ids, (id) => paid[named.indexOf(id)]?.id ?? id)
    const openReasons = async () => (await harness.cases.list({ state: 'open' }, 20)).map(({ reason }) => reason).sort()
    const importText = async (text: string, format: string) => {
      const result = await harness.importText(text, format)
      if (result.outcome !== 'imported') throw new Error(result.outcome)
      return result.import.id
    }
    const by = { who: 'Chisomo', why: 'another day', agreedBy: 'Thoko' }
    const withdraw = async (id: number) => {
      expect(await harness.store.withdraw(id, by)).toBe(true)
      await harness.reconciliation.compare()
    }
    return { ...harness, database, importText, report, open: openReasons, by, withdraw }
  }

  it('leaves no difference, no row and no covered day, and may be imported again', async () => {
    const { importText, open, withdraw, cases, store } = await openWithSales()
    const text = [heading, unknownRow('T1'), unknownRow('T2')].join('\n')
    const id = await importText(text, 'paystack')
    expect(await open()).toEqual(['unknown_to_us', 'unknown_to_us'])
    await withdraw(id)
    expect(await open()).toEqual([])
    expect(await cases.days({ source: 'paystack' })).toEqual([])
    expect(await store.summary(id)).toEqual([])
    expect(await store.find(id)).toMatchObject({ rows: 2, withdrawnAt: expect.any(Number) })
    await importText(text, 'paystack')
    expect(await open()).toEqual(['unknown_to_us', 'unknown_to_us'])
  })

  it('changes no figure any more', async () => {
    const { importText, report, open, withdraw } = await openWithSales()
    await importText(report('dpo-day.csv'), 'dpo')
    const id = await importText(report('dpo-wrongfee.csv'), 'dpo')
    expect(await open()).toContain('changed_later')
    await withdraw(id)
    expect(await open()).toEqual([])
  })

  it('announces no payout any more, until it is there again', async () => {
    const { importText, report, open, withdraw } = await openWithSales()
    const id = await importText(report('dpo-day.csv'), 'dpo')
    await importText(caseOf('bank.mt940'), 'mt940')
    expect(await open()).toEqual([])
    await withdraw(id)
    expect(await open()).toEqual(['unknown_payout'])
    await importText(report('dpo-day.csv'), 'dpo')
    expect(await open()).toEqual(['unknown_payout'])
  })

  it('leaves a row that another file has too', async () => {
    const { importText, open, withdraw } = await openWithSales()
    await importText([heading, unknownRow('T1')].join('\n'), 'paystack')
    const id = await importText([heading, unknownRow('T1'), unknownRow('T2')].join('\n'), 'paystack')
    await withdraw(id)
    expect(await open()).toEqual(['unknown_to_us'])
  })

  it('is undone to the end after an interruption', async () => {
    const { importText, open, database, store, reconciliation, by } = await openWithSales()
    const id = await importText([heading, unknownRow('T1'), unknownRow('T2')].join('\n'), 'paystack')
    await store.withdraw(id, by)
    await database.db.deleteFrom('settlement_rows').where('row', '=', 1).execute()
    await reconciliation.compare()
    expect(await open()).toEqual([])
    expect(await store.find(id)).toMatchObject({ comparedAt: expect.any(Number) })
  })

  it('is withdrawn once, and recorded with both people', async () => {
    const { importText, store, by, database } = await openWithSales()
    const id = await importText([heading, unknownRow('T1')].join('\n'), 'paystack')
    const both = await Promise.all([store.withdraw(id, by), store.withdraw(id, by)])
    expect(both.toSorted()).toEqual([false, true])
    expect(await store.withdraw(id + 1, by)).toBe(false)
    const actions = await database.db.selectFrom('operator_actions').selectAll().execute()
    expect(actions).toMatchObject([{ action: 'settlement withdraw', who: 'Chisomo', detail: 'agreed by Thoko' }])
  })
})
