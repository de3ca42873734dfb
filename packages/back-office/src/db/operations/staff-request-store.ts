import { transaction } from '@nyanja/database/transaction'
import { displayMoney, money } from '@nyanja/domain/money/money'
import { type Act, importInSubject } from '@nyanja/domain/staff/acts'
import type { ActedBy } from '@nyanja/server/common/staff-action'
import { recordAction } from '@nyanja/server/db/record-action'
import type { StaffRequestTable } from '@nyanja/server/db/staff-tables'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { PaymentActed } from '../../operations/payment-acts.ts'
import type { DecideResult, RequestDecision, StaffRequest, StaffRequestStore } from '../../operations/staff-requests.ts'
import { withdrawImport } from '../reconciliation/withdraw-import.ts'
import type { Database } from '../schema.ts'
import { giveCredit, type MoneyAct, refundDelivered } from './refund-acts.ts'
import { agreeToTakeback, askTakeback, declineTakeback } from './takeback-acts.ts'

type Effect = (tx: Transaction<Database>, act: MoneyAct) => Promise<PaymentActed>

/** The effects that begin with the request. */
const beginnings: Partial<Readonly<Record<Act, Effect>>> = { take_back: askTakeback }

/** The effects of a second person's agreement. */
const effects: Partial<Readonly<Record<Act, Effect>>> = {
  refund: refundDelivered,
  refund_part: refundDelivered,
  give_credit: giveCredit,
  take_back: agreeToTakeback,
  withdraw_import: async (tx, { reference, at }) => {
    const importId = importInSubject(reference)
    return importId !== undefined && (await withdrawImport(tx, importId, { at })) ? 'done' : 'overtaken'
  },
}

/** The effects of a second person's refusal. */
const endings: Partial<Readonly<Record<Act, Effect>>> = { take_back: declineTakeback }

const amountOf = ({ amount_minor, currency }: Pick<Selectable<StaffRequestTable>, 'amount_minor' | 'currency'>) =>
  amount_minor === null || currency === null ? undefined : money(currency, amount_minor)

function requestFrom(row: Selectable<StaffRequestTable>): StaffRequest {
  const { id, act, subject, reason, asked_by_id, asked_by, asked_at } = row
  const amount = amountOf(row)
  return {
    ...{ id, act, subject, reason, requestedById: asked_by_id, requestedBy: asked_by, requestedAt: asked_at },
    ...(amount && { amount }),
  }
}

export function createStaffRequestStore(db: Kysely<Database>, now: () => number): StaffRequestStore {
  const openRequests = (from: Kysely<Database>) =>
    from.selectFrom('staff_requests').selectAll().where('state', '=', 'open')

  return {
    async open(limit) {
      const rows = await openRequests(db).orderBy('asked_at').limit(limit).execute()
      return rows.map(requestFrom)
    },

    async find(id) {
      const row = await openRequests(db).where('id', '=', id).executeTakeFirst()
      return row && requestFrom(row)
    },

    async openAbout(subject) {
      const rows = await openRequests(db).where('subject', '=', subject).orderBy('asked_at').execute()
      return rows.map(requestFrom)
    },

    async add({ id, act, subject, reason, amount }, by) {
      const at = now()
      const sum = { amount_minor: amount?.minor ?? null, currency: amount?.currency ?? null }
      const asked = { asked_by_id: by.staff.id, asked_by: by.who, asked_at: at }
      return transaction(db, async (tx) => {
        const { numInsertedOrUpdatedRows = 0n } = await tx
          .insertInto('staff_requests')
          .values({ id, act, subject, reason, state: 'open', ...sum, ...asked })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 0n) return false
        if ((await beginnings[act]?.(tx, { reference: subject, amount, at })) === 'overtaken') {
          await tx.deleteFrom('staff_requests').where('id', '=', id).execute()
          return false
        }
        await recordAction(tx, {
          ...by,
          at,
          action: `${act} ask`,
          subject,
          ...(amount && { detail: displayMoney(amount) }),
        })
        return true
      })
    },

    async decide(id, decision, by) {
      const at = now()
      return transaction(db, async (tx) => {
        const request = await openRequests(tx).where('id', '=', id).executeTakeFirst()
        if (request?.asked_by_id === by.staff.id) return 'own_request'
        if (request === undefined || !(await closeRequest(tx, id, { state: decision, by: by.who, at })))
          return 'overtaken'
        return carryOut(tx, request, { decision, by, at })
      })
    },
  }
}

interface Closing {
  readonly state: RequestDecision
  readonly by: string
  readonly at: number
}

export async function closeRequest(
  tx: Transaction<Database>,
  id: string,
  { state, by, at }: Closing,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_requests')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

interface CarriedOut {
  readonly decision: RequestDecision
  readonly by: ActedBy
  readonly at: number
}

async function carryOut(
  tx: Transaction<Database>,
  asked: Selectable<StaffRequestTable>,
  { decision, by, at }: CarriedOut,
): Promise<DecideResult> {
  const { act, subject, asked_by } = asked
  const amount = amountOf(asked)
  const moneyAct = { reference: subject, amount, at }
  const effect =
    decision === 'approved' ? await effects[act]?.(tx, moneyAct) : ((await endings[act]?.(tx, moneyAct)) ?? 'done')
  const sum = amount === undefined ? '' : `${displayMoney(amount)}, `
  const detail = `${sum}asked by ${asked_by}${effect === 'done' ? '' : ', not possible any more'}`
  await recordAction(tx, { ...by, at, action: `${act} ${decision}`, subject, detail })
  return effect === 'done' ? 'done' : 'overtaken'
}
