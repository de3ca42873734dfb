import type { Kysely, Selectable } from 'kysely'
import type { CodeStore, OneTimeCode, OtpPlace } from '../../otp/one-time-code.ts'
import { matchesContact } from '../contact-match.ts'
import { canBeStored } from '../payments/rows.ts'
import { addCounts } from '../rate-limits/rate-counters.ts'
import type { Database } from '../schema.ts'
import { listReturnedRates } from './code-history.ts'
import { insertCode, replaceCode, send } from './send-code.ts'
import type { OneTimeCodeTable } from './tables.ts'

export function createCodeStore(db: Kysely<Database>, now: () => number): CodeStore {
  const rowsIn = ({ channel, purposes, subject }: OtpPlace) => {
    const rows = db
      .selectFrom('one_time_codes')
      .selectAll()
      .where('channel', '=', channel)
      .where('purpose', 'in', purposes)
    return subject === undefined ? rows : rows.where('subject', '=', subject)
  }

  return {
    async code(id, place) {
      if (!canBeStored(id)) return undefined
      const row = await rowsIn(place).where('id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : codeFrom(row)
    },

    async lastFor({ purpose, msisdn, subject }, channel) {
      const row = await rowsIn({ channel, purposes: [purpose], subject })
        .where(matchesContact('number', 'msisdn', msisdn))
        .orderBy('sent_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? undefined : codeFrom(row)
    },

    async begin(sending) {
      const decision = await send({ db, now }, sending, insertCode)
      if (decision === undefined) throw new Error('A fresh code could not be added')
      return decision
    },

    renew: (sending) => send({ db, now }, sending, replaceCode),

    async spendTry(id, place, most) {
      if (!canBeStored(id)) return undefined
      const row = await db
        .updateTable('one_time_codes')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .where('channel', '=', place.channel)
        .where('purpose', 'in', place.purposes)
        .$if(place.subject !== undefined, (update) => update.where('subject', '=', place.subject ?? ''))
        .where('tries', '<', most)
        .where('verified_at', 'is', null)
        .where('expires_at', '>', now())
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : codeFrom(row)
    },

    async sentByWallet(id, walletRef) {
      await db.updateTable('one_time_codes').set({ wallet_ref: walletRef }).where('id', '=', id).execute()
    },

    async confirm(code, proof) {
      const { id, digest } = code
      const confirmed = await db
        .updateTable('one_time_codes')
        .set({
          verified_at: now(),
          proof_digest: proof.digest,
          proof_expires_at: proof.expiresAt,
          sealed_consent: proof.sealedConsent ?? null,
        })
        .where('id', '=', id)
        .where('digest', '=', digest)
        .where('verified_at', 'is', null)
        .returning('has_waited')
        .executeTakeFirst()
      if (confirmed?.has_waited === 0) await addCounts(db, listReturnedRates(code), { at: now(), succeeded: 1 })
      return confirmed !== undefined
    },
  }
}

function codeFrom(row: Selectable<OneTimeCodeTable>): OneTimeCode {
  const { id, purpose, msisdn, subject, payer, channel, language, digest, sends, tries } = row
  return {
    ...{ id, purpose, msisdn, subject, payer, channel, language, digest, sends, tries },
    createdAt: row.created_at,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    isVerified: row.verified_at !== null,
    ...(row.wallet_ref !== null && { walletRef: row.wallet_ref }),
  }
}
