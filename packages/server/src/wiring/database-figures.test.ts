import { createDatabaseForTest } from '@nyanja/database/test-engines'
import { expect, it, onTestFinished } from 'vitest'
import { migrateTables } from '../db/migrations/all.ts'
import { recordBackup } from '../db/node-reports.ts'
import { openDatabase } from '../db/open.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { readDatabaseFigures } from './readiness.ts'

async function open() {
  const database = openDatabase({ file: ':memory:' })
  onTestFinished(() => database.close())
  const metrics = createMetrics()
  return {
    database,
    migrate: () => migrateTables(database),
    async read() {
      await readDatabaseFigures(database, metrics, 1_000)
      return metrics.registry.metrics()
    },
  }
}

it('publishes work for staff and due work, at 0 in a new database', async () => {
  const { migrate, read } = await open()
  await migrate()
  const text = await read()
  for (const kind of ['reviews', 'corrections', 'submissions', 'unknown_payments'])
    expect(text).toContain(`portal_waiting_for_a_person{kind="${kind}"} 0`)
  for (const kind of ['check', 'deliver', 'refund', 'submit_lead'])
    expect(text).toContain(`portal_due_work_late_seconds{kind="${kind}"} 0`)
})

it('counts a submission until it is done', async () => {
  const { database, migrate, read } = await open()
  await migrate()
  const texts = { channel: 'web', language: 'en', answers_json: '{}', msisdn: '', email: '', digest: null }
  await database.db
    .insertInto('submissions')
    .values({
      ...{ id: 'one', reference: 'MSG-7K4P-29XD', form: 'contact', ...texts },
      ...{ at: 1, state: 'sent', next_check_at: null, held_by: null, done_at: null },
    })
    .execute()
  expect(await read()).toContain('portal_waiting_for_a_person{kind="submissions"} 1')
  await database.db.updateTable('submissions').set({ done_at: 2 }).execute()
  expect(await read()).toContain('portal_waiting_for_a_person{kind="submissions"} 0')
})

it('counts a recovery until its journal is read', async () => {
  const { database, migrate, read } = await open()
  await migrate()
  expect(await read()).toContain('portal_unread_recoveries 0')
  const recovery = { at: 1, since: 1, reason: 'restored', who: 'thoko', journal_read_at: null }
  await database.db.insertInto('recoveries').values(recovery).execute()
  expect(await read()).toContain('portal_unread_recoveries 1')
  await database.db.updateTable('recoveries').set({ journal_read_at: 2 }).execute()
  expect(await read()).toContain('portal_unread_recoveries 0')
})

it('publishes on PostgreSQL whether its log is archived', async () => {
  const fresh = await createDatabaseForTest()
  onTestFinished(() => fresh.drop())
  const database = openDatabase(fresh.address)
  onTestFinished(() => database.close())
  await migrateTables(database)
  const metrics = createMetrics()
  metrics.setLogArchiveFailing(true)
  await readDatabaseFigures(database, metrics, 1_000)
  expect(await metrics.registry.metrics()).toContain('portal_log_archive_failing 0')
})

it('publishes when the database was last backed up, and 0 before the first time', async () => {
  const { database, migrate, read } = await open()
  await migrate()
  expect(await read()).toContain('portal_last_backup_timestamp_seconds 0')
  await recordBackup(database.db, 1_700_000_000_000)
  await recordBackup(database.db, 1_600_000_000_000)
  expect(await read()).toContain('portal_last_backup_timestamp_seconds 1700000000')
})

it('publishes the other figures while the database cannot be read', async () => {
  const { read } = await open()
  expect(await read()).toContain('portal_alerts_total{event="mismatch"} 0')
})
