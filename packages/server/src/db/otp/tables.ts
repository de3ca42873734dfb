import type { Generated } from 'kysely'
import type { OtpPurpose } from '../../otp/one-time-code.ts'

/** Times are epoch milliseconds. Digests reveal nothing to readers of the database. */
export interface OneTimeCodeTable {
  id: string
  purpose: OtpPurpose
  msisdn: string
  subject: string
  payer: string
  channel: string
  language: string
  digest: string
  /** The id of the message with the current code; empty when a wallet sends it. */
  message_id: string
  sends: number
  tries: Generated<number>
  created_at: number
  sent_at: number
  expires_at: number
  verified_at: number | null
  proof_digest: string | null
  proof_expires_at: number | null
  consumed_at: number | null
  wallet_ref: string | null
  sealed_consent: string | null
  /** 1 for a caller who waited instead of solving a challenge. */
  has_waited: number
}

/** The id of the challenge for work, and the digest of its token for waiting. */
export interface SpentChallengeTable {
  key: string
  means: 'work' | 'wait'
  at: number
}

export interface OtpTables {
  one_time_codes: OneTimeCodeTable
  spent_challenges: SpentChallengeTable
}
