import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { openDatabase } from './open.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated database on the PostgreSQL of this run, which each test file copies. */
    readonly templateDatabase: string
  }
}

/** Run once before all test files: to copy a database costs a tenth of migrating it. */
export default async function makeTemplate(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined || url === '') return undefined
  const name = `template_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase({ url })
  await sql.raw(`create database ${name}`).execute(server.db)
  const template = openDatabase({ url: urlOfDatabase(url, name) })
  await migrate(template, migrations)
  await template.close()
  project.provide('templateDatabase', name)
  return async () => {
    await sql.raw(`drop database ${name}`).execute(server.db)
    await server.close()
  }
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
