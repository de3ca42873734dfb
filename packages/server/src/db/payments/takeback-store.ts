import { transaction } from '@nyanja/database/transaction'
import type { Money } from '@nyanja/domain/money/money'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DueTakeback } from '../../payments/attempt.ts'
import { reviewAfterMs } from '../../payments/status-checks.ts'
import type { TakebackStore } from '../../payments/takebacks.ts'
import { recordAction } from '../record-action.ts'
import type { Database } from '../schema.ts'
import { mayBeDone } from './begin-components.ts'
import { postponeSent, toCreditDelivery } from './credit-store.ts'
import { lastCallText, moveTakeback, recordEvent } from './move-state.ts'
import { messagesAbout } from './outbox.ts'
import type { TakebackTable } from './tables.ts'

export function toTakeback(
  row: Selectable<TakebackTable>,
  { at, reference, msisdn }: Pick<DueTakeback, 'reference' | 'msisdn'> & { readonly at: number },
): DueTakeback {
  return {
    ...toCreditDelivery(row, { reference, msisdn }),
    ...(row.decided_at !== null && { decidedAt: row.decided_at }),
    // After a day a debit that the BSS certainly does not have is given up.
    ...(at - row.created_at > reviewAfterMs && { refundWantedAt: row.created_at }),
  }
}

interface Asked {
  readonly amount: Money
  readonly at: number
}

/**
 * Returns false when a takeback is requested or was made already. After one that took nothing, the next is again the
 * only one of its payment.
 */
export async function beginTakeback(tx: Transaction<Database>, attemptId: string, asked: Asked): Promise<boolean> {
  const { amount, at } = asked
  const columns = { amount_minor: amount.minor, currency: amount.currency, created_at: at, next_check_at: at } as const
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('takebacks')
    .values({ ...columns, attempt_id: attemptId, state: 'asked' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows > 0n) {
    await recordEvent(tx, { attemptId, component: 'takeback', from: 'none', to: 'asked', at })
    return true
  }
  const emptied = {
    ...{ balance_minor: null, balance_at: null, bss_reference: null, reason: null },
    ...{ reads: 0, sent_at: null, decided_at: null, lease_until: 0 },
  }
  return moveTakeback(tx, { attemptId, from: 'impossible', to: 'asked', at, columns: { ...columns, ...emptied } })
}

/**
 * Makes a takeback due on which two people agreed. One that an earlier state of the database may have had is looked up
 * before it is sent.
 */
export async function takebackDue(tx: Transaction<Database>, attemptId: string, at: number): Promise<boolean> {
  const columns = { created_at: at, next_check_at: at, reads: 0, lease_until: 0 }
  if (!(await moveTakeback(tx, { attemptId, from: 'asked', to: 'due', at, columns }))) return false
  if (!(await mayBeDone(tx, attemptId))) return true
  const sent = { sends: sql<number>`sends + 1`, sent_at: at }
  return moveTakeback(tx, { attemptId, from: 'due', to: 'sending', at, detail: 'after_restore', columns: sent })
}

const over = { next_check_at: null, lease_until: 0 } as const

/** A takeback that waits for a second person ends without a debit. */
export const endTakeback = (db: Kysely<Database>, attemptId: string, { reason, at }: { reason: string; at: number }) =>
  moveTakeback(db, { attemptId, from: 'asked', to: 'impossible', at, columns: { ...over, reason, decided_at: at } })

/** Moves the takeback component like a delivery, except that no money follows it. */
export function createTakebackStore(db: Kysely<Database>, now: () => number): TakebackStore {
  const whileAsked = (attemptId: string) =>
    db.updateTable('takebacks').where('attempt_id', '=', attemptId).where('state', '=', 'asked')

  return {
    async seen({ attemptId }, balance) {
      const seen = { balance_minor: balance.minor, balance_at: now(), last_call_json: null }
      await whileAsked(attemptId)
        .set({ ...over, ...seen })
        .execute()
    },

    async lookLater({ attemptId }, at) {
      const columns = { next_check_at: at, lease_until: 0, last_call_json: lastCallText() }
      await whileAsked(attemptId)
        .set((set) => ({ ...columns, reads: set('reads', '+', 1) }))
        .execute()
    },

    end: ({ attemptId, reference }, reason) =>
      transaction(db, async (tx) => {
        const at = now()
        // The rows are locked in the same order as by a decision of staff.
        const ended = { state: 'declined', decided_by: 'portal', decided_at: at } as const
        await tx
          .updateTable('staff_requests')
          .set(ended)
          .where('act', '=', 'take_back')
          .where('subject', '=', reference)
          .where('state', '=', 'open')
          .execute()
        if (!(await endTakeback(tx, attemptId, { reason, at }))) return false
        await recordAction(tx, { at, who: 'portal', action: 'take_back ended', subject: reference, why: reason })
        return true
      }),

    async sending({ attemptId, sends }) {
      const at = now()
      const columns = { sends: sends + 1, reads: 0, sent_at: at }
      return moveTakeback(db, { attemptId, from: 'due', sends, to: 'sending', at, columns })
    },

    async delivered({ attemptId, state, sends }, { bssReference }) {
      const at = now()
      const columns = { ...over, bss_reference: bssReference, decided_at: at }
      const causes = await messagesAbout(db, attemptId, 'takenBack', at)
      const isMoved = await moveTakeback(db, { attemptId, from: state, sends, to: 'delivered', at, columns, causes })
      return { became: isMoved ? 'delivered' : 'overtaken' }
    },

    async abandonAndRefund({ attemptId, state, sends }, { reason, lookAgainAt }) {
      const at = now()
      const columns = { ...over, next_check_at: lookAgainAt ?? null, reason, decided_at: at }
      await moveTakeback(db, { attemptId, from: state, sends, to: 'impossible', at, columns })
      return undefined
    },

    async notSent({ attemptId, state, sends, lookups, sentAt }, nextCheckAt) {
      const columns = { next_check_at: nextCheckAt, lease_until: 0, reads: lookups, sent_at: sentAt ?? null }
      return moveTakeback(db, { attemptId, from: state, sends, to: 'due', at: now(), columns })
    },

    postpone: (takeback, nextCheckAt) => postponeSent(db, 'takebacks', takeback, nextCheckAt),
  }
}
