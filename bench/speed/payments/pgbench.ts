import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@nyanja/server/db/open'
import { type OwnPostgres, runSql } from '../../environment/database.ts'

export interface PgbenchOptions {
  readonly postgres: OwnPostgres
  /** Transactions that write, of each payment. */
  readonly writes: number
  /** As many as the portals have connections. */
  readonly clients: number
  readonly seconds: number
}

const components = 10_000

const tables = `
  create table legs (id bigint generated always as identity primary key, state text not null, body text not null,
    checks bigint not null default 0, created_at bigint not null);
  create table events (id bigint generated always as identity primary key, leg_id bigint not null references legs (id),
    from_state text not null, to_state text not null, at bigint not null);
  insert into legs (state, body, created_at) select 'due', repeat('x', 200), n from generate_series(1, ${components}) as n`

/** The shape of a transaction of the portal: an insert, an update, and an event. */
const transaction = `
\\set leg random(1, ${components})
begin;
insert into legs (state, body, created_at) values ('due', repeat('x', 200), 1700000000000);
update legs set state = 'sending', checks = checks + 1 where id = :leg;
insert into events (leg_id, from_state, to_state, at) values (:leg, 'due', 'sending', 1700000000000);
end;
`

/**
 * How many payments a second the database alone could carry, if a payment were no more than its writing transactions:
 * the same server with the same durability, all cores, separate tables.
 */
export async function paymentsByPgbench({ postgres, writes, clients, seconds }: PgbenchOptions): Promise<number> {
  const url = await postgres.createDatabase('pgbench')
  const database = openDatabase({ url })
  await runSql(database, tables.replaceAll('\n', ' ')).finally(() => database.close())
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-pgbench-'))
  try {
    const script = path.join(folder, 'payment.sql')
    writeFileSync(script, transaction.repeat(writes))
    const args = ['-n', '-M', 'extended', '-f', script, '-c', String(clients), '-j', '2', '-T', String(seconds), url]
    const { stdout } = await promisify(execFile)(postgres.program('pgbench'), args)
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    if (Number.isNaN(perSecond)) throw new Error(`pgbench printed no rate:\n${stdout}`)
    return perSecond
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
