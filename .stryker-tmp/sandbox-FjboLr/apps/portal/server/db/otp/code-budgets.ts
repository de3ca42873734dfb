// @ts-nocheck
import { type OtpBudget, otpBudgets, otpWindows } from '@nyanja/domain/otp-limits'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { OneTimeCode } from '../../otp/one-time-code.ts'
import type { Database } from '../schema.ts'

export type Spent = Record<OtpBudget, number>

type Counted = Pick<OneTimeCode, 'msisdn' | 'payer' | 'channel'>

function keysOf({ msisdn, payer, channel }: Counted): Record<OtpBudget, string> {
  return { number: `number:${msisdn}`, payer: `payer:${payer}`, channel: `channel:${channel}`, all: 'all' }
}

const hourOf = (at: number) => at - (at % otpWindows.hourMs)

export async function spentThisHour(db: Kysely<Database>, code: Counted, at: number): Promise<Spent> {
  const keys = keysOf(code)
  const rows = await db
    .selectFrom('code_budgets')
    .select(['key', 'spent'])
    .where('key', 'in', Object.values(keys))
    .where('hour_from', '>=', hourOf(at))
    .execute()
  const spentOf = (budget: OtpBudget) => rows.find(({ key }) => key === keys[budget])?.spent ?? 0
  return { number: spentOf('number'), payer: spentOf('payer'), channel: spentOf('channel'), all: spentOf('all') }
}

/** From here to the end of the transaction nothing else is sent out of the same budgets. Always in the same order. */
export async function holdBudgets(tx: Transaction<Database>, code: Counted, at: number): Promise<void> {
  const keys = keysOf(code)
  for (const budget of otpBudgets) {
    // A process whose clock is behind must not begin a past hour again.
    const isOver = sql<boolean>`code_budgets.hour_from < excluded.hour_from`
    await tx
      .insertInto('code_budgets')
      .values({ key: keys[budget], hour_from: hourOf(at), spent: 0 })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          spent: sql`case when ${isOver} then 0 else code_budgets.spent end`,
          hour_from: sql`case when ${isOver} then excluded.hour_from else code_budgets.hour_from end`,
        }),
      )
      .execute()
  }
}

export async function spendBudgets(tx: Transaction<Database>, code: Counted): Promise<void> {
  await tx
    .updateTable('code_budgets')
    .set(({ eb }) => ({ spent: eb('spent', '+', 1) }))
    .where('key', 'in', Object.values(keysOf(code)))
    .execute()
}
