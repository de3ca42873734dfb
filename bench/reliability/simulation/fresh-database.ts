import { migrate } from '../../../apps/portal/server/db/migrate.ts'
import { migrations } from '../../../apps/portal/server/db/migrations/all.ts'
import { type OpenDatabase, openDatabase } from '../../../apps/portal/server/db/open.ts'
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
