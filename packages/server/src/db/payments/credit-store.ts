import { transaction } from '@nyanja/database/transaction'
import { type Money, money } from '@nyanja/domain/money/money'
import { isPrepaidLine } from '@nyanja/domain/staff/payment-acts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Delivery } from '../../payments/attempt.ts'
import type { DeliveryStore } from '../../payments/deliveries.ts'
import { reviewAfterMs } from '../../payments/status-checks.ts'
import type { Database } from '../schema.ts'
import { mayBeDone, refundWithMessage } from './begin-components.ts'
import { lastCallText, moveCredit, recordEvent } from './move-state.ts'
import { messagesAbout } from './outbox.ts'
import type { CreditTable } from './tables.ts'

type SentRow<State> = Selectable<Omit<CreditTable, 'state'>> & { readonly state: State }

/** Converts the row to what `Deliveries` takes: airtime for the line of the order, or from it. */
export function toCreditDelivery<State>(
  row: SentRow<State>,
  { reference, msisdn }: Pick<Delivery, 'reference' | 'msisdn'>,
): Omit<Delivery, 'state'> & { readonly state: State } {
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
 * Returns false when a credit was given already, or is on its way. One that an earlier state of the database may have
 * had is looked up before it is sent.
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

/** Repeats a failed credit, of which the BSS certainly has nothing. */
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

/**
 * Returns the excess in the transaction of the delivery: what was received beyond the price goes back, or is given as
 * airtime.
 */
export async function returnExcess(tx: Transaction<Database>, attemptId: string, at: number): Promise<void> {
  const excess = await excessOf(tx, attemptId)
  if (excess === undefined) return
  const { minor, way, currency, ...line } = excess
  if (way === 'credit' && isPrepaidLine(line)) await beginCredit(tx, attemptId, { amount: money(currency, minor), at })
  else await refundWithMessage(tx, { id: attemptId, partMinor: minor, at })
}

/** Refunds the excess when the line cannot get it as airtime. Returns the gateway, if so. */
async function refundExcess(tx: Transaction<Database>, attemptId: string, at: number): Promise<string | undefined> {
  const excess = await excessOf(tx, attemptId)
  return excess?.way === 'credit' ? refundWithMessage(tx, { id: attemptId, partMinor: excess.minor, at }) : undefined
}

/** Computes what is still to be returned. */
async function excessOf(tx: Transaction<Database>, attemptId: string) {
  const row = await tx
    .selectFrom('deliveries')
    .innerJoin('orders', 'orders.id', 'deliveries.order_id')
    .leftJoin('refunds', 'refunds.attempt_id', 'deliveries.attempt_id')
    .select(['deliveries.excess_minor as minor', 'deliveries.excess_way as way', 'deliveries.currency'])
    .select(['orders.msisdn', 'orders.line_type as lineType', 'orders.account'])
    .where('deliveries.attempt_id', '=', attemptId)
    .where('refunds.attempt_id', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.minor === null || row.way === null) return undefined
  const { minor, way, account, ...line } = row
  return { ...line, minor, way, ...(account !== null && { account }) }
}

/** After a day a member of staff decides, and can repeat the query from the payment's page. */
export async function postponeSent(
  db: Kysely<Database>,
  table: 'credits' | 'takebacks',
  { attemptId, state, sends, createdAt, bssReference }: Delivery,
  nextCheckAt: number | undefined,
): Promise<void> {
  const isLeft = nextCheckAt === undefined || nextCheckAt > createdAt + reviewAfterMs + 1
  await db
    .updateTable(table)
    .set((set) => ({
      ...{ next_check_at: isLeft ? null : nextCheckAt, lease_until: 0, reads: set('reads', '+', 1) },
      ...{ last_call_json: lastCallText(), bss_reference: bssReference ?? null },
    }))
    .where('attempt_id', '=', attemptId)
    .where('state', '=', state)
    .where('sends', '=', sends)
    .execute()
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

    postpone: (credit, nextCheckAt) => postponeSent(db, 'credits', credit, nextCheckAt),
  }
}
