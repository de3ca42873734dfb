import { migrate } from '@nyanja/server/db/migrate'
import { migrations } from '@nyanja/server/db/migrations/all'
import { type OpenDatabase, openDatabase } from '@nyanja/server/db/open'
import { createSchema } from '../../environment/database.ts'

/** SQLite in memory, or a schema of its own on a PostgreSQL server, gone when it is closed. */
export async function openFresh(serverUrl: string | undefined): Promise<OpenDatabase> {
  if (serverUrl === undefined) {
    const database = openDatabase({ file: ':memory:' })
    await migrate(database, migrations)
    return database
  }
  const schema = await createSchema(serverUrl)
  const database = openDatabase({ url: schema.url })
  return {
    ...database,
    async close() {
      await database.close()
      await schema.drop()
    },
  }
}
