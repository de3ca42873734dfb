import { randomUUID } from 'node:crypto'
import { urlOfDatabase } from '@nyanja/database/test-engines'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrateTables } from './migrations/all.ts'
import { openDatabase } from './open.ts'

let drop = async (): Promise<void> => {}

/** Vitest calls it once before all test files. */
export async function setup(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined || url === '') return
  const name = `test_${randomUUID().slice(0, 8)}`
  const server = openDatabase({ url })
  await sql.raw(`create database ${name}`).execute(server.db)
  const template = openDatabase({ url: urlOfDatabase(url, name) })
  await migrateTables(template)
  await template.close()
  project.provide('templateDatabase', name)
  drop = async () => {
    const { rows } = await sql<{ datname: string }>`
      select datname from pg_database where datname like ${`${name}%`}`.execute(server.db)
    for (const { datname } of rows) await sql.raw(`drop database ${datname} with (force)`).execute(server.db)
    await server.close()
  }
}

/** Vitest calls it after all test files; workers have left their copies. */
export const teardown = (): Promise<void> => drop()
