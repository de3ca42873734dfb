import type { DatabaseHandle, OpenDatabase } from '@nyanja/server/db/schema'

type Db = OpenDatabase['db']

const wholeTable = {
  sqlite: /\bSCAN (?:orders|attempts|deliveries)\b.*/,
  postgres: /\bSeq Scan on (?:orders|attempts|deliveries)\b.*/,
} as const

const explain = { sqlite: 'explain query plan', postgres: 'explain' } as const

/** Lists the steps of a search's query plans that read all payments: there are none where each find has an index. */
export async function readsOfAll(
  { db, engine }: DatabaseHandle,
  search: (db: Db) => Promise<unknown>,
): Promise<readonly string[]> {
  const queries: (() => ReturnType<Db['executeQuery']>)[] = []
  const { queryId } = db.selectFrom('orders').selectAll().compile()
  const watched = db.withPlugin({
    transformQuery({ node }) {
      const compiled = db.getExecutor().compileQuery(node, queryId)
      queries.push(() => db.executeQuery({ ...compiled, sql: `${explain[engine]} ${compiled.sql}` }))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await search(watched)
  const steps: string[] = []
  for (const query of queries)
    for (const row of (await query()).rows) steps.push(...(wholeTable[engine].exec(JSON.stringify(row)) ?? []))
  return steps
}
