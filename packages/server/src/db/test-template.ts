import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { openDatabase } from './open.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated database on the PostgreSQL of this run, which each worker copies. */
    readonly templateDatabase: string
  }
}

/** Run once before all test files. At the end it drops the copies that workers have left. */
export default async function makeTemplate(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined || url === '') return undefined
  const name = `test_${randomUUID().slice(0, 8)}`
  const server = openDatabase({ url })
  await sql.raw(`create database ${name}`).execute(server.db)
  const template = openDatabase({ url: urlOfDatabase(url, name) })
  await migrate(template, migrations)
  await template.close()
  project.provide('templateDatabase', name)
  return async () => {
    const { rows } = await sql<{ datname: string }>`
      select datname from pg_database where datname like ${`${name}%`}`.execute(server.db)
    for (const { datname } of rows) await sql.raw(`drop database ${datname} with (force)`).execute(server.db)
    await server.close()
  }
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
