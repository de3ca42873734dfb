import type { OpenDatabase } from '@nyanja/server/db/open'

type Row = Readonly<Record<string, unknown>>

/** For what no typed query says. */
export async function runSql({ db }: Pick<OpenDatabase, 'db'>, sql: string): Promise<readonly Row[]> {
  const { query, queryId } = db.selectFrom('orders').selectAll().compile()
  const { rows } = await db.executeQuery<Row>({ query, queryId, sql, parameters: [] })
  return rows
}
