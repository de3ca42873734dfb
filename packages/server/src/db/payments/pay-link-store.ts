import { lineTypes } from '@nyanja/domain/numbers/msisdn'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Choice } from '../../payments/orders.ts'
import type { PayLink, PayLinkStore } from '../../payments/pay-links.ts'
import type { Database } from '../schema.ts'
import { canBeStored } from './rows.ts'
import type { PayLinkTable } from './tables.ts'

const ChoiceJson = z.custom<Choice>(
  (value) => z.object({ kind: z.string(), amount: z.object({ minor: z.int() }) }).safeParse(value).success,
)
const LineTypeText = z.enum(lineTypes)

const linkColumns = ['token', 'order_id', 'msisdn', 'line_type', 'choice_json', 'created_at', 'expires_at'] as const

function linkFrom(row: Selectable<PayLinkTable>): PayLink {
  return {
    token: row.token,
    orderId: row.order_id,
    msisdn: row.msisdn,
    lineType: LineTypeText.parse(row.line_type),
    choice: ChoiceJson.parse(JSON.parse(row.choice_json)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

const inProgress = ['handing_over', 'waiting'] as const

export function createPayLinkStore(db: Kysely<Database>): PayLinkStore {
  const find = async (column: 'token' | 'order_id', value: string) => {
    if (!canBeStored(value)) return undefined
    const row = await db.selectFrom('pay_links').select(linkColumns).where(column, '=', value).executeTakeFirst()
    return row && linkFrom(row)
  }
  return {
    async add({ token, orderId, msisdn, lineType, choice, createdAt, expiresAt }) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('pay_links')
        .values({
          token,
          order_id: orderId,
          msisdn,
          line_type: lineType,
          choice_json: JSON.stringify(choice),
          created_at: createdAt,
          expires_at: expiresAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    link: (token) => find('token', token),
    linkOf: (orderId) => find('order_id', orderId),

    async standing({ token, orderId }) {
      const tries = await db
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .leftJoin('refunds', (join) =>
          // A refund in part leaves the payment paid.
          join.onRef('refunds.attempt_id', '=', 'attempts.id').on('refunds.amount_minor', 'is', null),
        )
        .select(['attempts.id', 'attempts.state', 'attempts.pays_order'])
        .where('refunds.attempt_id', 'is', null)
        .where((where) => where.or([where('orders.id', '=', orderId), where('orders.pay_link', '=', token)]))
        .where((where) => where.or([where('attempts.pays_order', '=', 1), where('attempts.state', 'in', inProgress)]))
        .execute()
      const paid = tries.find(({ pays_order }) => pays_order === 1)
      if (paid !== undefined) return { state: 'paid', attemptId: paid.id }
      return { state: tries.length > 0 ? 'being_paid' : 'open' }
    },
  }
}
