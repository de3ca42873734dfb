import { randomUUID } from 'node:crypto'
import { migrate } from '@nyanja/server/db/migrate'
import { migrations } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'

export interface FreshSchema {
  /** To be given to the portal as DATABASE_URL. */
  readonly url: string
  drop(): Promise<void>
}

/** A migrated schema of our own on a PostgreSQL server, so that nothing of its other schemas is touched. */
export async function createSchema(serverUrl: string): Promise<FreshSchema> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase({ url: serverUrl })
  await server.db.schema.createSchema(name).execute()

  const url = new URL(serverUrl)
  url.searchParams.set('options', `-c search_path=${name}`)
  const database = openDatabase({ url: url.href })
  await migrate(database, migrations)
  await database.close()
  return {
    url: url.href,
    async drop() {
      await server.db.schema.dropSchema(name).cascade().execute()
      await server.close()
    },
  }
}
