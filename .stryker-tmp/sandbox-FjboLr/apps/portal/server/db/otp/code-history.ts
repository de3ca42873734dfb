// @ts-nocheck
import { otpWindows } from '@nyanja/domain/otp-limits'
import type { OtpHistory } from '@nyanja/domain/otp-sending'
import type { Kysely } from 'kysely'
import type { OneTimeCode } from '../../otp/one-time-code.ts'
import type { Database } from '../schema.ts'
import { spentThisHour } from './code-budgets.ts'

/** What has gone out so far, as far as it matters to one more message with this code. */
export async function historyOf(db: Kysely<Database>, code: OneTimeCode, at: number): Promise<OtpHistory> {
  const lastSentAt = await lastSentTo(db, code.msisdn)
  return {
    ...(lastSentAt === undefined ? {} : { lastSentAt }),
    unverifiedOfDay: await unverifiedOf(db, code.msisdn, at - otpWindows.dayMs),
    spentThisHour: await spentThisHour(db, code, at),
    answers: await answersOf(db, at),
  }
}

async function lastSentTo(db: Kysely<Database>, msisdn: string): Promise<number | undefined> {
  const last = await db
    .selectFrom('one_time_codes')
    .select('sent_at')
    .where('msisdn', '=', msisdn)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.sent_at
}

async function unverifiedOf(db: Kysely<Database>, msisdn: string, since: number): Promise<number> {
  const { sends } = await db
    .selectFrom('one_time_codes')
    .select((select) => select.fn.sum<number | null>('sends').as('sends'))
    .where('msisdn', '=', msisdn)
    .where('sent_at', '>', since)
    .where('verified_at', 'is', null)
    .executeTakeFirstOrThrow()
  return sends ?? 0
}

async function answersOf(db: Kysely<Database>, at: number): Promise<OtpHistory['answers']> {
  const { sent, verified } = await db
    .selectFrom('one_time_codes')
    .select((select) => [
      select.fn.sum<number | null>('sends').as('sent'),
      select.fn.count<number>('verified_at').as('verified'),
    ])
    .where('sent_at', '>', at - otpWindows.hourMs)
    .where('sent_at', '<=', at - otpWindows.answerMs)
    .executeTakeFirstOrThrow()
  return { sent: sent ?? 0, verified }
}
