import { type OtpHistory, otpWindows } from '@nyanja/domain/otp'
import { computeCount, type RateCounts } from '@nyanja/domain/rate-limits/rate-limit'
import type { Kysely } from 'kysely'
import type { OneTimeCode, Sending } from '../../otp/one-time-code.ts'
import type { RateKey } from '../../rate-limits/rate-limits.ts'
import { keysOf } from '../../rate-limits/rate-limits.ts'
import { matchesContact } from '../contact-match.ts'
import { readCounts } from '../rate-limits/rate-counters.ts'
import type { Database } from '../schema.ts'

type Counted = Pick<OneTimeCode, 'msisdn' | 'payer' | 'channel'>

/** Lists the counters always in the same order, in which they are locked. */
const countersOf = ({ msisdn, payer, channel }: Counted) =>
  keysOf('code_message', 'requests', { target: msisdn, payer, channel })

export function ratesOf(code: Counted): readonly RateKey[] {
  return countersOf(code).map(({ rateKey }) => rateKey)
}

/** Lists the limits that an entered code offsets. */
export function listReturnedRates(code: Counted): readonly RateKey[] {
  return countersOf(code).flatMap(({ limit, rateKey }) => (limit.creditPerSuccess === undefined ? [] : [rateKey]))
}

/** Visitors who waited do not count in the shared limits, which are left to those who solve challenges. */
export function listSpentRates({ code, hasWaited }: Pick<Sending, 'code' | 'hasWaited'>): readonly RateKey[] {
  const returned = new Set(hasWaited ? listReturnedRates(code).map(({ key }) => key) : [])
  return ratesOf(code).filter(({ key }) => !returned.has(key))
}

/** Reads the messages sent so far, as needed to decide about one more with this code. */
export async function readHistory(db: Kysely<Database>, code: OneTimeCode, at: number): Promise<OtpHistory> {
  const lastSentAt = await findLastSentAt(db, code.msisdn)
  return {
    ...(lastSentAt === undefined ? {} : { lastSentAt }),
    counts: {
      ...(await readRateCounts(db, code, at)),
      targetDay: await countUnverifiedCodes(db, code.msisdn, at - otpWindows.dayMs),
    },
  }
}

async function readRateCounts(db: Kysely<Database>, code: Counted, at: number): Promise<RateCounts> {
  const counters = countersOf(code)
  const read = await readCounts(db, ratesOf(code), at)
  return Object.fromEntries(
    counters.map(({ dimension, limit, rateKey }) => [dimension, computeCount(limit, read.get(rateKey.key))]),
  )
}

async function findLastSentAt(db: Kysely<Database>, msisdn: string): Promise<number | undefined> {
  const last = await db
    .selectFrom('one_time_codes')
    .select('sent_at')
    .where(matchesContact('number', 'msisdn', msisdn))
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.sent_at
}

async function countUnverifiedCodes(db: Kysely<Database>, msisdn: string, since: number): Promise<number> {
  const { sends } = await db
    .selectFrom('one_time_codes')
    .select((select) => select.fn.sum<number | null>('sends').as('sends'))
    .where(matchesContact('number', 'msisdn', msisdn))
    .where('sent_at', '>', since)
    .where('verified_at', 'is', null)
    .executeTakeFirstOrThrow()
  return sends ?? 0
}
