import { transaction } from '@nyanja/database/transaction'
import type { OtpDecision } from '@nyanja/domain/otp'
import type { Kysely, Transaction } from 'kysely'
import { codeMessageKind } from '../../otp/code-text.ts'
import type { Sending } from '../../otp/one-time-code.ts'
import { addCounts } from '../rate-limits/rate-counters.ts'
import type { Database } from '../schema.ts'
import { listSpentRates, ratesOf, readHistory } from './code-history.ts'

export function rowOf({ code, message, hasWaited }: Pick<Sending, 'code' | 'message' | 'hasWaited'>) {
  const { id, purpose, msisdn, subject, payer, channel, language, digest, sends } = code
  return {
    ...{ id, purpose, msisdn, subject, payer, channel, language, digest, sends },
    message_id: message?.id ?? '',
    has_waited: hasWaited ? 1 : 0,
    created_at: code.createdAt,
    sent_at: code.sentAt,
    expires_at: code.expiresAt,
    verified_at: null,
    proof_digest: null,
    proof_expires_at: null,
    consumed_at: null,
    wallet_ref: null,
    sealed_consent: null,
  }
}

export async function insertCode(tx: Transaction<Database>, sending: Sending): Promise<boolean> {
  await tx.insertInto('one_time_codes').values(rowOf(sending)).execute()
  return true
}

export async function replaceCode(tx: Transaction<Database>, { code, message, hasWaited }: Sending): Promise<boolean> {
  const old = await tx
    .selectFrom('one_time_codes')
    .select('message_id')
    .where('id', '=', code.id)
    .where('sends', '=', code.sends - 1)
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  if (old === undefined) return false
  const { digest, sends, sentAt: sent_at, expiresAt: expires_at } = code
  const { numUpdatedRows } = await tx
    .updateTable('one_time_codes')
    .set({ digest, sends, sent_at, expires_at, message_id: message?.id ?? '', has_waited: hasWaited ? 1 : 0 })
    .where('id', '=', code.id)
    .where('sends', '=', sends - 1)
    .where('verified_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await dropMessage(tx, old.message_id)
  return true
}

async function dropMessage(tx: Transaction<Database>, id: string): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'failed', next_check_at: null, lease_until: 0 })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .execute()
}

async function postCode(tx: Transaction<Database>, { code, message }: Sending): Promise<void> {
  if (message === undefined) return
  await tx
    .insertInto('messages')
    .values({
      id: message.id,
      attempt_id: null,
      kind: codeMessageKind,
      msisdn: code.msisdn,
      language: code.language,
      params_json: JSON.stringify({ sealed: message.sealed, receiver: message.receiver }),
      state: 'due',
      created_at: code.sentAt,
      next_check_at: code.sentAt,
      expires_at: code.expiresAt,
    })
    .execute()
}

interface Open {
  readonly db: Kysely<Database>
  readonly now: () => number
}

/** Decides, stores the code and queues its message, all or nothing: undefined when the code's row is missing. */
export async function send(
  { db, now }: Open,
  sending: Sending,
  put: (tx: Transaction<Database>, sending: Sending) => Promise<boolean>,
): Promise<OtpDecision | undefined> {
  const { code, judge } = sending
  const early = judge(await readHistory(db, code, now()))
  // A refusal is returned before any lock is taken, because a refused visitor must not delay others.
  if (early.outcome !== 'send') return early
  return transaction(db, async (tx) => {
    await addCounts(tx, ratesOf(code), { at: now() })
    const decision = judge(await readHistory(tx, code, now()))
    if (decision.outcome !== 'send') return decision
    if (!(await put(tx, sending))) return undefined
    await addCounts(tx, listSpentRates(sending), { at: now(), spent: 1 })
    await postCode(tx, sending)
    return decision
  })
}
