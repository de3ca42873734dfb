import { expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { migrations } from './all.ts'
import { oldAttempt, oldOrder, run } from './test-old-rows.ts'

const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '0016-plans'),
)

const deliveryWithoutKind = `insert into deliveries
  (attempt_id, order_id, msisdn, amount_minor, currency, state, created_at)
  values ('at-1', 'or-1', '991234567', 100, 'MWK', 'due', 1)`

describeOnEachEngine('a database from before plans', (open, engine) => {
  it('keeps its orders, takes plans from then on, and no kind that nobody knows', async () => {
    const database = await open(before)
    await run(database, oldOrder('or-1', 'bundle'))
    await expect(run(database, oldOrder('or-2', 'plan'))).rejects.toThrow(/check/i)
    await migrate(database, migrations)
    await run(database, oldOrder('or-2', 'plan'))
    await expect(run(database, oldOrder('or-3', 'potatoes'))).rejects.toThrow(/check/i)
    const { rows } = await run(database, 'select id, kind from orders order by id')
    expect(rows).toEqual([
      { id: 'or-1', kind: 'bundle' },
      { id: 'or-2', kind: 'plan' },
    ])
  })

  if (engine === 'postgres') {
    it('has none of its rows written again, and holds nobody up for longer', async () => {
      const database = await open(before)
      await run(database, oldOrder('or-1', 'bundle'))
      const where = () => run(database, 'select ctid, xmin from orders').then(({ rows }) => rows)
      const written = await where()
      await migrate(database, migrations)
      expect(await where()).toEqual(written)
    })

    it('takes no delivery of which nobody says the kind', async () => {
      const database = await open()
      await run(database, oldOrder('or-1', 'bundle'))
      await run(database, oldAttempt('at-1', 'or-1'))
      await expect(run(database, deliveryWithoutKind)).rejects.toThrow(/null value in column "kind"/)
    })
  }
})
