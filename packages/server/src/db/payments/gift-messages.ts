import { isPaidByAnother } from '@nyanja/domain/payments/gift-message'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { type Kysely, sql } from 'kysely'
import type { GiftMessageStore } from '../../payments/gift-messages.ts'
import { matchesContact } from '../contact-match.ts'
import type { Database } from '../schema.ts'

/** The kind is not a parameter, so that the partial indexes serve. */
const isGiftMessage = sql<boolean>`kind = 'giftMessage'`

const countSince = (db: Kysely<Database>, since: number) =>
  db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(isGiftMessage)
    .where('created_at', '>', since)

/** Tells whether another message with a gift may be sent to a number. Messages of unpaid gifts do not count. */
async function isWithinLimits(db: Kysely<Database>, msisdn: string, at: number): Promise<boolean> {
  const { targetDay, all } = ratePolicies.gift_message
  const [ofNumber, altogether] = await Promise.all([
    countSince(db, at - targetDay.windowMs)
      .where(matchesContact('number', 'msisdn', msisdn))
      .executeTakeFirstOrThrow(),
    countSince(db, at - all.windowMs).executeTakeFirstOrThrow(),
  ])
  return Number(ofNumber.count) < targetDay.hardLimit && Number(altogether.count) < all.hardLimit
}

interface GiftRow {
  readonly gift_message: string | null
  readonly method: string
  readonly payer_msisdn: string
  readonly msisdn: string
}

/** Returns the giver's words if they go to the receiver with this payment. */
export async function findGiftMessage(db: Kysely<Database>, row: GiftRow, at: number): Promise<string | undefined> {
  const { gift_message, msisdn, method, payer_msisdn: payerMsisdn } = row
  // A forgotten number is empty.
  if (gift_message === null || msisdn === '' || !isPaidByAnother({ method, payerMsisdn }, msisdn)) return undefined
  return (await isWithinLimits(db, msisdn, at)) ? gift_message : undefined
}

export function createGiftMessageStore(db: Kysely<Database>, now: () => number): GiftMessageStore {
  return {
    async wasQueued(attemptId) {
      const row = await db
        .selectFrom('messages')
        .select('id')
        .where('attempt_id', '=', attemptId)
        .where(isGiftMessage)
        .executeTakeFirst()
      return row !== undefined
    },

    mayBeSent: (msisdn) => isWithinLimits(db, msisdn, now()),
  }
}
