import { type Money, money } from '@nyanja/domain/money/money'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Delivery } from '../../payments/attempt.ts'
import { reviewAfterMs } from '../../payments/status-checks.ts'
import type { DeliveryStore } from '../../payments/worker.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { beginRefund, mayBeDone } from './begin-components.ts'
import { lastCallText, moveCredit, recordEvent } from './move-state.ts'
import { messagesAbout, postMessage } from './outbox.ts'
import type { CreditTable } from './tables.ts'

/** As `Deliveries` takes it: airtime for the line of the order. */
export function toCreditDelivery(
  row: Selectable<CreditTable>,
  { reference, msisdn }: Pick<Delivery, 'reference' | 'msisdn'>,
): Delivery {
  const { currency, amount_minor, state, sends, reads, created_at, sent_at, bss_reference } = row
  return {
    ...{
      attemptId: row.attempt_id,
      reference,
      kind: 'airtime',
      msisdn,
      state,
      sends,
      lookups: reads,
      createdAt: created_at,
    },
    amount: money(currency, amount_minor),
    ...(sent_at !== null && { sentAt: sent_at }),
    ...(bss_reference !== null && { bssReference: bss_reference }),
  }
}

/**
 * False when one was given already, or is on its way. A credit that an earlier state of the database may have had is
 * looked up before it is sent.
 */
export async function beginCredit(
  tx: Transaction<Database>,
  attemptId: string,
  { amount, at }: { readonly amount: Money; readonly at: number },
): Promise<boolean> {
  const due = { amount_minor: amount.minor, currency: amount.currency, created_at: at, next_check_at: at } as const
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('credits')
    .values({ ...due, attempt_id: attemptId, state: 'due' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return repeatCredit(tx, attemptId, { due, at })
  await recordEvent(tx, { attemptId, component: 'credit', from: 'none', to: 'due', at })
  if (await mayBeDone(tx, attemptId)) {
    const columns = { sends: 1, sent_at: at }
    await moveCredit(tx, { attemptId, state: 'due', sends: 0 }, { to: 'sending', at, detail: 'after_restore', columns })
  }
  return true
}

interface Repeat {
  readonly due: Pick<Selectable<CreditTable>, 'amount_minor' | 'currency' | 'created_at' | 'next_check_at'>
  readonly at: number
}

/** The BSS certainly has nothing of the one that failed. */
async function repeatCredit(tx: Transaction<Database>, attemptId: string, { due, at }: Repeat): Promise<boolean> {
  const failed = await tx
    .selectFrom('credits')
    .select('sends')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'impossible')
    .executeTakeFirst()
  if (failed === undefined) return false
  const columns = {
    ...{ ...due, reads: 0, sent_at: null, decided_at: null },
    ...{ bss_reference: null, reason: null, lease_until: 0 },
  }
  return moveCredit(tx, { attemptId, state: 'impossible', ...failed }, { to: 'due', at, columns })
}

const over = { next_check_at: null, lease_until: 0 } as const

/** What was received beyond the price goes back when the line cannot get it as airtime. Returns the gateway, if so. */
async function refundExcess(tx: Transaction<Database>, attemptId: string, at: number): Promise<string | undefined> {
  const owed = await tx
    .selectFrom('deliveries')
    .innerJoin('attempts', 'attempts.id', 'deliveries.attempt_id')
    .leftJoin('refunds', 'refunds.attempt_id', 'deliveries.attempt_id')
    .select(['attempts.gateway', 'deliveries.excess_minor'])
    .where('deliveries.attempt_id', '=', attemptId)
    .where('deliveries.excess_way', '=', 'credit')
    .where('refunds.attempt_id', 'is', null)
    .executeTakeFirst()
  if (owed === undefined) return undefined
  const { gateway, excess_minor: partMinor } = owed
  await beginRefund(tx, { id: attemptId, gateway, partMinor }, at)
  await postMessage(tx, attemptId, 'refundBegun', at)
  return gateway
}

/** Moves the credit component like a delivery, except that no money goes back when goodwill fails. */
export function createCreditStore(db: Kysely<Database>, now: () => number): DeliveryStore {
  return {
    async sending(credit) {
      const at = now()
      const columns = { sends: credit.sends + 1, reads: 0, sent_at: at }
      return moveCredit(db, credit, { to: 'sending', at, columns })
    },

    async delivered(credit, { bssReference }) {
      const at = now()
      const columns = { ...over, bss_reference: bssReference, decided_at: at }
      const messages = await messagesAbout(db, credit.attemptId, 'creditGiven', at)
      const isMoved = await moveCredit(db, credit, { to: 'delivered', at, columns, causes: messages })
      return { became: isMoved ? 'delivered' : 'overtaken' }
    },

    abandonAndRefund: (credit, { reason }) =>
      transaction(db, async (tx) => {
        const at = now()
        const columns = { ...over, reason, decided_at: at }
        const isMoved = await moveCredit(tx, credit, { to: 'impossible', at, columns })
        return isMoved ? refundExcess(tx, credit.attemptId, at) : undefined
      }),

    async notSent(credit, nextCheckAt) {
      const columns = {
        ...{ next_check_at: nextCheckAt, lease_until: 0 },
        ...{ reads: credit.lookups, sent_at: credit.sentAt ?? null },
      }
      return moveCredit(db, credit, { to: 'due', at: now(), columns })
    },

    async postpone(credit, nextCheckAt) {
      // A person decides from then on, and asks again from the payment's page.
      const next_check_at =
        nextCheckAt === undefined || nextCheckAt > credit.createdAt + reviewAfterMs + 1 ? null : nextCheckAt
      await db
        .updateTable('credits')
        .set({
          ...{ next_check_at, lease_until: 0, reads: sql`reads + 1`, last_call_json: lastCallText() },
          bss_reference: credit.bssReference ?? null,
        })
        .where('attempt_id', '=', credit.attemptId)
        .where('state', '=', credit.state)
        .where('sends', '=', credit.sends)
        .execute()
    },
  }
}
