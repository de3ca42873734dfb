import { expect, it } from 'vitest'
import { createOutboxStore } from '../messages/outbox-store.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/all.ts'
import { oldAttempt, oldOrder, run } from '../migrations/test-old-rows.ts'
import { openPayments } from '../payments/test-payments.ts'
import { describeOnEachEngine } from '../test-database.ts'

describeOnEachEngine('a database with messages to payers', (open) => {
  it('keeps them, and takes messages that speak of no payment and go stale', async () => {
    const database = await open(migrations.slice(0, 1))
    const { db } = database
    const id = 'at-1'
    await run(database, oldOrder('or-1', 'airtime'))
    await run(database, oldAttempt(id, 'or-1'))
    const message = {
      kind: 'refunded',
      msisdn: '999000001',
      language: 'en',
      params_json: '{}',
      state: 'due',
      created_at: 1,
    } as const
    await db
      .insertInto('messages')
      .values({ ...message, id: 'm-1', attempt_id: id, next_check_at: 1 })
      .execute()

    await migrate(database, migrations)
    const values = { ...message, attempt_id: null, kind: 'code', next_check_at: 2, expires_at: 9 }
    await db
      .insertInto('messages')
      .values([
        { ...values, id: 'm-2' },
        { ...values, id: 'm-3' },
      ])
      .execute()

    const claimed = await createOutboxStore(database, () => 5).claim({ limit: 10, leaseMs: 1 })
    const byId = new Map(claimed.map((each) => [each.id, each]))
    expect([...byId.keys()].sort()).toEqual(['m-1', 'm-2', 'm-3'])
    expect(byId.get('m-1')).toMatchObject({ attemptId: id, kind: 'refunded' })
    expect(byId.get('m-1')).not.toHaveProperty('expiresAt')
    expect(byId.get('m-2')).toMatchObject({ expiresAt: 9 })
    expect(byId.get('m-2')).not.toHaveProperty('attemptId')
  })

  it('still lets a payment be told the same thing only once', async () => {
    const database = await open()
    const harness = openPayments(database)
    const { id } = await harness.begunBy(await harness.placedOrder(), { method: 'card' })
    const message = {
      attempt_id: id,
      kind: 'refunded',
      msisdn: '1',
      language: 'en',
      params_json: '{}',
      state: 'due',
      created_at: 1,
    } as const
    await database.db
      .insertInto('messages')
      .values({ ...message, id: 'm-1', next_check_at: 1 })
      .execute()
    const again = database.db.insertInto('messages').values({ ...message, id: 'm-2', next_check_at: 1 })
    await expect(again.execute()).rejects.toThrow(/unique/i)
  })
})
