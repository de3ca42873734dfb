import { transaction } from '@nyanja/database/transaction'
import { deliveryStates, type PaymentComponent } from '@nyanja/domain/payments/payment-states'
import { minute } from '@nyanja/domain/time'
import type { Kysely, Transaction } from 'kysely'
import { capturableStates } from '../../payments/attempt.ts'
import { creditIdOf, paymentOfCredit } from '../../payments/credits.ts'
import { paymentOfTakeback, takebackIdOf } from '../../payments/takebacks.ts'
import type { EnteredRecovery, RecoveryStore } from '../../recovery/recovery.ts'
import { recordLeadEvent } from '../leads/move-lead.ts'
import { refundInstead } from '../payments/begin-components.ts'
import { recordEvent } from '../payments/move-state.ts'
import { recordAction } from '../record-action.ts'
import type { Database } from '../schema.ts'

export interface Recovery {
  readonly at: number
  /** From this time on the database may lack effects that happened. */
  readonly since: number
  readonly reason: string
  readonly who: string
}

/** A provider may still capture an attempt that was registered shortly before. */
const startedLifeMs = 30 * minute
/** The length of a list that fits into one statement. */
const chunk = 500

/**
 * Enters a recovery: from this time on, due work may have been done already. It is looked up before it is repeated, and
 * every payment that may have been captured is checked. `mayBeDone` tells the same of payments that began earlier and
 * are captured later.
 */
export async function enterRecovery(tx: Transaction<Database>, recovery: Recovery): Promise<EnteredRecovery> {
  const { at, since } = recovery
  await tx
    .insertInto('recoveries')
    .values({ ...recovery, journal_read_at: null })
    .execute()
  const soon = { next_check_at: at, lease_until: 0, held_by: null }

  const deliveries = await tx
    .updateTable('deliveries')
    .set((set) => ({ ...soon, state: 'sending', sends: set('sends', '+', 1), sent_at: at, reads: 0 }))
    .where('state', '=', 'due')
    .returning('attempt_id as id')
    .execute()
  await recordMoves(tx, deliveries, { component: 'delivery', from: 'due', to: 'sending', at })

  const credits = await tx
    .updateTable('credits')
    .set((set) => ({ ...soon, state: 'sending', sends: set('sends', '+', 1), sent_at: at, reads: 0 }))
    .where('state', '=', 'due')
    .returning('attempt_id as id')
    .execute()
  await recordMoves(tx, credits, { component: 'credit', from: 'due', to: 'sending', at })

  const takebacks = await tx
    .updateTable('takebacks')
    .set((set) => ({ ...soon, state: 'sending', sends: set('sends', '+', 1), sent_at: at, reads: 0 }))
    .where('state', '=', 'due')
    .returning('attempt_id as id')
    .execute()
  await recordMoves(tx, takebacks, { component: 'takeback', from: 'due', to: 'sending', at })

  const refunds = await tx
    .updateTable('refunds')
    .set((set) => ({ ...soon, state: 'requesting', tries: set('tries', '+', 1) }))
    .where('state', '=', 'due')
    .returning('attempt_id as id')
    .execute()
  await recordMoves(tx, refunds, { component: 'refund', from: 'due', to: 'requesting', at })

  const started = await tx
    .updateTable('attempts')
    .set({ ...soon, state: 'handing_over', handed_over_at: at, expires_at: at + startedLifeMs })
    .where('state', '=', 'created')
    .returning('id')
    .execute()
  await recordMoves(tx, started, { component: 'money', from: 'created', to: 'handing_over', at })

  const undecided = await tx
    .updateTable('attempts')
    .set(soon)
    .where('state', 'in', [...capturableStates])
    .where((where) => where.or([where('state', 'not in', ['refused', 'expired']), where('expires_at', '>=', since)]))
    .returning('id')
    .execute()
  const leads = await doubtLeads(tx, at)
  const sent = deliveries.length + credits.length + takebacks.length
  return { deliveries: sent, refunds: refunds.length, attempts: undecided.length, leads }
}

/** Doubts orders for home internet that the BSS may have already. `sends` stays: it counts what was certainly sent. */
async function doubtLeads(tx: Transaction<Database>, at: number): Promise<number> {
  const due = await tx
    .updateTable('leads')
    .set({ submission: 'submitting', sent_at: at, checks: 0, next_check_at: at, lease_until: 0, held_by: null })
    .where('submission', '=', 'due')
    .returning('id')
    .execute()
  for (const { id } of due)
    await recordLeadEvent(tx, id, { component: 'submission', from_state: 'due', to_state: 'submitting', at })
  return due.length
}

interface Moves {
  readonly component: PaymentComponent
  readonly from: string
  readonly to: string
  readonly at: number
}

async function recordMoves(tx: Transaction<Database>, rows: readonly { readonly id: string }[], moves: Moves) {
  for (const { id } of rows) await recordEvent(tx, { ...moves, attemptId: id, detail: 'after_restore' })
}

/** The components that the BSS knows by a name that follows from the payment's. */
const besidePayments = [
  { table: 'credits', paymentOf: paymentOfCredit, nameOf: creditIdOf, states: deliveryStates },
  // A takeback that waits for a second person, or took nothing, is not the one in the journal.
  {
    table: 'takebacks',
    ...{ paymentOf: paymentOfTakeback, nameOf: takebackIdOf },
    states: ['due', 'sending', 'delivered'],
  },
] as const

async function knownBeside(db: Kysely<Database>, ids: readonly string[]): Promise<readonly string[]> {
  const known = besidePayments.map(async ({ table, paymentOf, nameOf, states }) => {
    const payments = ids.flatMap((id) => paymentOf(id) ?? [])
    if (payments.length === 0) return []
    const rows = await db
      .selectFrom(table)
      .select('attempt_id')
      .where('attempt_id', 'in', payments)
      .where('state', 'in', states)
      .execute()
    return rows.map(({ attempt_id }) => nameOf(attempt_id))
  })
  return (await Promise.all(known)).flat()
}

export function createRecoveryStore(db: Kysely<Database>, now: () => number): RecoveryStore {
  return {
    async enter({ since, who, why }) {
      return transaction(db, async (tx) => {
        const entered = await tx.selectFrom('recoveries').select('at').where('since', '=', since).executeTakeFirst()
        if (entered !== undefined) return undefined
        const at = now()
        await recordAction(tx, { at, who, action: 'payments after-restore', subject: 'database', why })
        return enterRecovery(tx, { at, since, reason: why, who })
      })
    },

    async unknownAmong(references) {
      const known = new Set<string>()
      for (let from = 0; from < references.length; from += chunk) {
        const ids = references.slice(from, from + chunk)
        const rows = await db.selectFrom('attempts').select('id').where('id', 'in', ids).execute()
        for (const { id } of rows) known.add(id)
        for (const id of await knownBeside(db, ids)) known.add(id)
      }
      return references.filter((reference) => !known.has(reference))
    },

    async recallRefunds(references) {
      const left: string[] = []
      for (const reference of references)
        if (!(await transaction(db, (tx) => recallRefund(tx, reference, now())))) left.push(reference)
      return left
    },

    async journalRead() {
      const read = db.updateTable('recoveries').set({ journal_read_at: now() })
      await read.where('journal_read_at', 'is', null).execute()
    },
  }
}

/** Returns false when the database has no capture from which a refund could follow. */
async function recallRefund(tx: Transaction<Database>, id: string, at: number): Promise<boolean> {
  const refund = await tx.selectFrom('refunds').select('state').where('attempt_id', '=', id).executeTakeFirst()
  if (refund !== undefined) return true
  const delivery = await tx
    .selectFrom('deliveries')
    .select(['attempt_id as attemptId', 'state', 'sends'])
    .where('attempt_id', '=', id)
    .where('state', 'in', ['due', 'sending'])
    .executeTakeFirst()
  if (delivery === undefined) return false
  return (await refundInstead(tx, delivery, { reason: 'refunded_before_restore', at })) !== undefined
}

/** Counts recoveries whose journal has not been read yet. */
export async function unreadRecoveries(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('recoveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('journal_read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
