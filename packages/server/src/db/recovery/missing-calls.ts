import { isOneOf } from '@nyanja/database/json-lists'
import { transaction } from '@nyanja/database/transaction'
import { day, minute } from '@nyanja/domain/time'
import type { Kysely } from 'kysely'
import { paymentOfCredit } from '../../payments/credits.ts'
import { paymentOfItem } from '../../payments/goods.ts'
import { paymentOfTakeback } from '../../payments/takebacks.ts'
import type { JournaledCall } from '../../recovery/recovery.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import { createRecoveryStore, enterRecovery } from './recovery-store.ts'
import { createUnknownPayments } from './unknown-payments.ts'

/** The time before a process's last calls within which its commits may be missing too. */
const lostWithinMs = day
const marginMs = 10 * minute

/** The journal that the processes of this machine wrote before they moved money. */
interface JournalOfMachine {
  readonly readLast: () => Promise<readonly JournaledCall[]>
  readonly readSince: (since: number) => Promise<readonly JournaledCall[]>
}

const isRefund = ({ call }: JournaledCall) => call === 'refund'
const isMoney = ({ call }: JournaledCall) => call === 'charge' || call === 'pin'

/**
 * Every call is made after its intention is committed. Calls in the journal without one show that the database is older
 * than the journal: it was restored without a recovery. A recovery begins then, and payments that the database does not
 * have are listed. Returns how many of the last calls are missing.
 */
export async function recoverMissingCalls(
  source: DatabaseHandle,
  { readLast, readSince }: JournalOfMachine,
  now: number,
): Promise<number> {
  const { db } = source
  const calls = await readLast()
  const recoveries = await db.selectFrom('recoveries').select(['at', 'since']).execute()
  const isCovered = ({ at }: JournaledCall) => recoveries.some((one) => one.since <= at && at <= one.at)
  const missing = await missingAmong(
    source,
    calls.filter((call) => !isCovered(call)),
  )
  if (missing.length === 0) return 0
  const { last } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.max<number | null>('created_at').as('last'))
    .executeTakeFirstOrThrow()
  const since = Math.min(now - lostWithinMs, (last ?? now) - marginMs, ...missing.map(({ at }) => at))
  const reason = `lacks ${missing.length} of the last calls in the journal`
  await transaction(db, (tx) => enterRecovery(tx, { at: now, since, reason, who: 'portal' }))
  await listUnknown(db, await readSince(since), now)
  return missing.length
}

/** Lists unknown payments for staff, and notifies their customers; a command for staff asks whether money moved. */
async function listUnknown(db: Kysely<Database>, calls: readonly JournaledCall[], now: number): Promise<void> {
  // The calls for several numbers are of one payment.
  const ofReference = Map.groupBy(calls, ({ reference }) => paymentOfItem(reference) ?? reference)
  const unknown = await createRecoveryStore(db, () => now).unknownAmong([...ofReference.keys()])
  const list = createUnknownPayments(db, () => now)
  for (const reference of unknown) {
    const made = ofReference.get(reference) ?? []
    const money = made.find(isMoney) ?? made[0]
    if (money === undefined) continue
    const { gateway, amount, at } = money
    const names = [...new Set(made.map(({ call }) => call))]
    await list.list({ reference, gateway, calls: names, at, found: 'nobody was asked yet', ...(amount && { amount }) })
  }
}

const componentOf = (call: JournaledCall) => {
  if (isRefund(call)) return 'refund'
  if (paymentOfTakeback(call.reference) !== undefined) return 'takeback'
  return paymentOfCredit(call.reference) === undefined ? 'delivery' : 'credit'
}
const attemptOf = ({ reference }: JournaledCall) =>
  paymentOfTakeback(reference) ?? paymentOfCredit(reference) ?? paymentOfItem(reference) ?? reference

async function missingAmong(
  { db, engine }: DatabaseHandle,
  calls: readonly JournaledCall[],
): Promise<readonly JournaledCall[]> {
  const ids = [...new Set(calls.map(attemptOf))]
  if (ids.length === 0) return []
  const attempts = await db
    .selectFrom('attempts')
    .select('id')
    .where(isOneOf(engine, 'id', ids))
    .execute()
  const known = new Set(attempts.map(({ id }) => id))
  const intended = await db
    .selectFrom('events')
    .select(['attempt_id', 'component'])
    .select(({ fn }) => fn.countAll<number>().as('times'))
    .where(isOneOf(engine, 'attempt_id', ids))
    .where('to_state', 'in', ['sending', 'requesting'])
    .groupBy(['attempt_id', 'component'])
    .execute()
  const times = new Map(intended.map((row) => [`${row.component} ${row.attempt_id}`, Number(row.times)]))
  const isMissing = (call: JournaledCall, made: number) => {
    if (!known.has(attemptOf(call))) return true
    if (isMoney(call)) return false
    const intentions = times.get(`${componentOf(call)} ${attemptOf(call)}`) ?? 0
    // A refund may be requested again without a further intention.
    return isRefund(call) ? intentions === 0 : made > intentions
  }
  const made = new Map<string, number>()
  return calls.filter((call) => {
    const name = `${componentOf(call)} ${attemptOf(call)}`
    if (!isMoney(call)) made.set(name, (made.get(name) ?? 0) + 1)
    return isMissing(call, made.get(name) ?? 0)
  })
}
