// @ts-nocheck
import type { Selectable } from 'kysely'
import type { OneTimeCode } from '../../otp/one-time-code.ts'
import type { OneTimeCodeTable } from './tables.ts'

export function codeFrom(row: Selectable<OneTimeCodeTable>): OneTimeCode {
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
