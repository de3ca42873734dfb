import type { OpenDatabase } from '@nyanja/server/db/open'
import { runSql } from '../../environment/raw-sql.ts'
import type { Artefact } from './artefacts.ts'

/** Where numbers and addresses are kept, until retention removes them. */
const personalColumns: ReadonlySet<string> = new Set([
  'orders.msisdn',
  'orders.email',
  'attempts.payer_msisdn',
  'attempts.email',
  'deliveries.msisdn',
  'messages.msisdn',
  'messages.params_json',
  'mails.params_json',
  'one_time_codes.msisdn',
  'one_time_codes.payer',
  'rate_counters.key',
  'prompted_wallets.payer_msisdn',
  'submissions.answers_json',
  'submissions.msisdn',
  'submissions.email',
])

/** All that the database keeps, a column at a time. */
export async function dump(database: OpenDatabase): Promise<readonly Artefact[]> {
  const schema = await currentSchema(database)
  const tables = (await database.db.introspection.getTables()).filter((table) => table.schema === schema)
  const artefacts: Artefact[] = []
  for (const { name: table } of tables) {
    const rows = await runSql(database, `select * from ${table}`)
    for (const column of Object.keys(rows[0] ?? {})) {
      const name = `${table}.${column}`
      artefacts.push({
        place: personalColumns.has(name) ? 'personal column' : 'column',
        name,
        text: rows.map((row) => String(row[column])).join('\n'),
      })
    }
  }
  return artefacts
}

async function currentSchema(database: OpenDatabase): Promise<string | undefined> {
  if (database.engine === 'sqlite') return undefined
  const [row] = await runSql(database, 'select current_schema() as name')
  return String(row?.name)
}
