// @ts-nocheck
import { endOfBundle } from '@nyanja/domain/bundle'
import { displayMoney, money } from '@nyanja/domain/money'
import type { Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { bundleFrom } from './rows.ts'

export type MessageKind = 'deliveredAirtime' | 'deliveredBundle' | 'refundBegun' | 'refunded'

/** Puts a message to the payer into the outbox, in the transaction of the move that it speaks of. */
export async function postMessage(
  tx: Transaction<Database>,
  attemptId: string,
  kind: MessageKind,
  at: number,
): Promise<void> {
  const row = await tx
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select([
      'payer_msisdn',
      'reference',
      'language',
      'attempts.amount_minor',
      'attempts.currency',
      'bundle_json',
      'msisdn',
    ])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('messages')
    .values({
      id: `${attemptId}-${kind}`,
      attempt_id: attemptId,
      kind,
      msisdn: row.payer_msisdn,
      language: row.language,
      params_json: JSON.stringify({
        reference: row.reference,
        amount: displayMoney(money(row.currency, row.amount_minor)),
        at: String(at),
        line: row.msisdn,
        ...bundleParams(row.bundle_json, at),
      }),
      state: 'due',
      created_at: at,
      next_check_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function bundleParams(json: string | null, at: number): Record<string, string> {
  if (json === null) return {}
  const bundle = bundleFrom(json)
  const endsAt = endOfBundle(bundle, at)
  return { bundle: bundle.name, ...(endsAt === undefined ? {} : { endsAt: String(endsAt) }) }
}
