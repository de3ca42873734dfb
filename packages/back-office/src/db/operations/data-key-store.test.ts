import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkDataKeys } from '@nyanja/database/data-key-check'
import { DataKeys, noDataKeys } from '@nyanja/database/data-keys'
import type { DatabaseAddress } from '@nyanja/database/open'
import { createDatabaseForTest } from '@nyanja/database/test-engines'
import { matchesContact } from '@nyanja/server/db/contact-match'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../schema.ts'
import { createDataKeyRecords } from './data-key-store.ts'

const keyOf = (id: string, byte: number) => ({ id, secret: new Uint8Array(32).fill(byte) })
const first = new DataKeys({ current: keyOf('a', 1), earlier: [] })
const second = new DataKeys({ current: keyOf('b', 2), earlier: [keyOf('a', 1)] })
const readOnly = new DataKeys({ current: undefined, earlier: [keyOf('b', 2), keyOf('a', 1)] })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const places: Readonly<Record<string, () => Promise<DatabaseAddress>>> = {
  async SQLite() {
    const folder = mkdtempSync(path.join(tmpdir(), 'data-keys-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    return { file: path.join(folder, 'portal.db') }
  },
  async PostgreSQL() {
    const { address, drop } = await createDatabaseForTest()
    closers.push(drop)
    return address
  },
}

async function placeOf(engine: string): Promise<DatabaseAddress> {
  const place = await places[engine]?.()
  if (place === undefined) throw new Error(`No database ${engine}`)
  return place
}

/** One process after the other opens the same database. */
async function makeDatabase(engine: string) {
  const address = await placeOf(engine)
  let open: OpenDatabase | undefined
  closers.push(() => open?.close())
  async function reopen(keys: DataKeys): Promise<OpenDatabase> {
    await open?.close()
    open = openDatabase({ ...address, keys })
    await migrateTables(open)
    return open
  }
  return { reopen }
}

const submission = (id: string, msisdn: string) =>
  ({
    id,
    reference: id,
    form: 'contact',
    channel: 'web',
    language: 'en',
    answers_json: JSON.stringify({ name: 'Thoko Banda', text: 'I paid' }),
    msisdn,
    email: `Thoko.${id}@example.mw`,
    digest: id,
    at: 1,
    state: 'due',
  }) as const

const add = ({ db }: OpenDatabase, id: string, msisdn: string) =>
  db.insertInto('submissions').values(submission(id, msisdn)).execute()

const findByNumber = async ({ db }: OpenDatabase, msisdn: string) => {
  const found = db
    .selectFrom('submissions')
    .select('id')
    .where(matchesContact('number', 'msisdn', msisdn))
  return (await found.orderBy('id').execute()).map(({ id }) => id)
}

const findByEmail = async ({ db }: OpenDatabase, email: string) => {
  const found = db
    .selectFrom('submissions')
    .select('id')
    .where(matchesContact('email', 'email', email))
  return (await found.execute()).map(({ id }) => id)
}

async function dump({ db }: OpenDatabase): Promise<string> {
  const { rows } = await sql`select * from submissions`.execute(db.withoutPlugins())
  return JSON.stringify(rows)
}

describe.each(Object.keys(places))('personal columns on %s', (engine) => {
  it('are unreadable in a dump, and plain to the portal', async () => {
    const { reopen } = await makeDatabase(engine)
    const database = await reopen(first)
    await add(database, 'one', '991234567')
    const stolen = await dump(database)
    for (const secret of ['991234567', 'Thoko', 'thoko', 'I paid', 'example.mw']) expect(stolen).not.toContain(secret)
    const row = await database.db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ msisdn: '991234567', email: 'thoko.one@example.mw' })
    expect(JSON.parse(row.answers_json)).toEqual({ name: 'Thoko Banda', text: 'I paid' })
  })

  it('find rows from before the keys, of an earlier key and of the current one', async () => {
    const { reopen } = await makeDatabase(engine)
    for (const [id, keys] of Object.entries({ plain: noDataKeys, old: first, current: second }))
      await add(await reopen(keys), id, '991234567')
    for (const keys of [second, readOnly]) {
      const database = await reopen(keys)
      await add(database, keys === second ? 'other' : 'another', '881234567')
      expect(await findByNumber(database, '991234567')).toEqual(['current', 'old', 'plain'])
      expect(await findByEmail(database, 'THOKO.old@example.mw')).toEqual(['old'])
      expect(await findByEmail(database, 'thoko.plain@example.mw')).toEqual(['plain'])
    }
  })

  it('are encrypted in an update, in an insert that meets a conflict, and in one with expressions', async () => {
    const { reopen } = await makeDatabase(engine)
    const database = await reopen(first)
    const { db } = database
    await add(database, 'one', '991234567')
    await db.updateTable('submissions').set({ msisdn: '881111111' }).where('id', '=', 'one').execute()
    await db
      .insertInto('submissions')
      .values({ ...submission('one', '882222222'), at: sql<number>`2` })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ email: 'other@example.mw', at: 3 }))
      .execute()
    await db
      .insertInto('submissions')
      .values({ ...submission('two', '883333333'), at: sql<number>`2` })
      .execute()
    const stolen = await dump(database)
    for (const secret of ['881111111', '882222222', '883333333', 'other@']) expect(stolen).not.toContain(secret)
    expect(await findByNumber(database, '881111111')).toEqual(['one'])
    expect(await findByEmail(database, 'other@example.mw')).toEqual(['one'])
    expect(await findByNumber(database, '883333333')).toEqual(['two'])
  })

  it('are re-encrypted with the current key, after which the earlier one can be dropped', async () => {
    const { reopen } = await makeDatabase(engine)
    for (const [id, keys] of Object.entries({ plain: noDataKeys, old: first })) {
      const database = await reopen(keys)
      await checkDataKeys(database, keys)
      await add(database, id, '991234567')
    }
    const database = await reopen(second)
    await checkDataKeys(database, second)
    const records = createDataKeyRecords(database, second)
    expect(await records.drop('a')).toBe('in_use')
    // The rows are two, with three encrypted columns each.
    expect(await records.reencrypt()).toBe(6)
    expect(await records.reencrypt()).toBe(0)
    expect(await records.countValues()).toEqual([
      { id: 'a', count: 0 },
      { id: 'b', count: 6 },
      { id: undefined, count: 0 },
    ])
    expect([await records.drop('b'), await records.drop('a'), await records.drop('a')]).toEqual([
      'in_use',
      'dropped',
      'unknown',
    ])
    const alone = new DataKeys({ current: keyOf('b', 2), earlier: [] })
    const after = await reopen(alone)
    await checkDataKeys(after, alone)
    expect(await findByNumber(after, '991234567')).toEqual(['old', 'plain'])
  })

  it('are decrypted again when the operator wants no keys any more', async () => {
    const { reopen } = await makeDatabase(engine)
    await add(await reopen(first), 'one', '991234567')
    const database = await reopen(readOnly)
    expect(await createDataKeyRecords(database, readOnly).reencrypt()).toBe(3)
    expect(await dump(database)).toContain('991234567')
    expect(await findByNumber(await reopen(noDataKeys), '991234567')).toEqual(['one'])
  })

  it('refuse a process that lacks a key, or has another one of the same name', async () => {
    const { reopen } = await makeDatabase(engine)
    await checkDataKeys(await reopen(first), first)
    await expect(checkDataKeys(await reopen(noDataKeys))).rejects.toThrow('DATA_KEYS lacks the key a')
    const wrong = new DataKeys({ current: keyOf('a', 9), earlier: [] })
    await expect(checkDataKeys(await reopen(wrong), wrong)).rejects.toThrow('the key a is another')
    await expect(checkDataKeys(await reopen(second), second)).resolves.toBeUndefined()
  })
})
