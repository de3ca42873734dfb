import { transaction } from '@nyanja/database/transaction'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { CloseStore, StoredClose } from '../../finance/closing.ts'
import type { DayReports, SalesRow } from '../../finance/day-reports.ts'
import type { Database } from '../schema.ts'

/** SQLite and PostgreSQL bind at most 32,766 and 65,535 values. */
const rowsOfInsert = 500

export function toStoredClose(row: Selectable<Database['closed_days']>): StoredClose {
  const { from_at, until_at, last_event_id, closed_at, ...same } = row
  return { ...same, fromAt: from_at, untilAt: until_at, lastEventId: last_event_id, closedAt: closed_at }
}

const toRow = ({ fromAt, untilAt, lastEventId, closedAt, ...same }: StoredClose) => ({
  ...same,
  from_at: fromAt,
  until_at: untilAt,
  last_event_id: lastEventId,
  closed_at: closedAt,
})

function toSalesRow({ captured, delivered, refunded, reversed, ...group }: SalesRow, closed_day: string) {
  return {
    ...group,
    closed_day,
    ...{ captured: captured.payments, captured_minor: captured.minor },
    ...{ delivered: delivered.payments, delivered_minor: delivered.minor },
    ...{ refunded: refunded.payments, refunded_minor: refunded.minor },
    ...{ reversed: reversed.payments, reversed_minor: reversed.minor },
  }
}

function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += rowsOfInsert) yield rows.slice(at, at + rowsOfInsert)
}

async function addReports(tx: Transaction<Database>, day: string, reports: DayReports): Promise<void> {
  for (const part of inParts(reports.sales))
    await tx
      .insertInto('day_sales')
      .values(part.map((row) => toSalesRow(row, day)))
      .execute()
  for (const part of inParts(reports.steps))
    await tx
      .insertInto('day_steps')
      .values(part.map((row) => ({ ...row, day })))
      .execute()
  for (const part of inParts(reports.failures))
    await tx
      .insertInto('day_failures')
      .values(part.map((row) => ({ ...row, closed_day: day })))
      .execute()
  for (const part of inParts(reports.deliveryTimes))
    await tx
      .insertInto('day_delivery_times')
      .values(part.map(({ withinMs, ...row }) => ({ ...row, closed_day: day, within_ms: withinMs })))
      .execute()
}

export function createCloseStore(db: Kysely<Database>): CloseStore {
  const closes = () => db.selectFrom('closed_days').selectAll()

  return {
    async last() {
      const row = await closes().orderBy('from_at', 'desc').limit(1).executeTakeFirst()
      return row && toStoredClose(row)
    },

    async find(day) {
      const row = await closes().where('day', '=', day).executeTakeFirst()
      if (row === undefined) return undefined
      const before = await closes()
        .where('from_at', '<', row.from_at)
        .orderBy('from_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return { close: toStoredClose(row), ...(before && { before: toStoredClose(before) }) }
    },

    async add(close, reports) {
      return transaction(db, async (tx) => {
        const { numInsertedOrUpdatedRows = 0n } = await tx
          .insertInto('closed_days')
          .values(toRow(close))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 0n) return false
        await addReports(tx, close.day, reports)
        return true
      })
    },
  }
}
