import { money } from '@nyanja/domain/money/money'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { FoundPayment, PaymentFinderStore, SearchKind, SearchTerm } from '../../operations/payment-finder.ts'
import { matchesContact } from '../contact-match.ts'
import type { Database } from '../schema.ts'
import { attemptsWithComponents, componentsFrom, productOf } from './payment-history.ts'

type AttemptFilter = (where: ExpressionBuilder<Database, 'attempts'>) => Expression<SqlBool>
type OrderFilter = (where: ExpressionBuilder<Database, 'orders'>) => Expression<SqlBool>

interface SearchPaths {
  readonly payer?: string
  readonly attempts?: AttemptFilter
  readonly orders?: OrderFilter
}

const pathsOf = {
  reference: (value) => ({ attempts: (where) => where('reference', '=', value) }),
  number: (value) => ({
    payer: value,
    orders: () => matchesContact('number', 'orders.msisdn', value),
  }),
  account: (value) => ({ orders: (where) => where('orders.account', '=', value) }),
  email: (value) => ({
    attempts: () => matchesContact('email', 'attempts.email', value),
    orders: () => matchesContact('email', 'orders.email', value),
  }),
  provider: (value) => ({ attempts: (where) => where('provider_reference', '=', value) }),
  lead: (value) => ({ orders: (where) => where('orders.lead_reference', '=', value) }),
} as const satisfies Record<SearchKind, (value: string) => SearchPaths>

/**
 * In the order of the index, which has the time of the call to the provider: a wallet that pays for others may have paid a hundred
 * thousand times. Attempts without such a call are few, since they are deleted with their orders.
 */
async function listOfPayer(db: Kysely<Database>, payer: string, limit: number) {
  const ofPayer = () =>
    db
      .selectFrom('attempts')
      .select('id')
      .where(matchesContact('number', 'attempts.payer_msisdn', payer))
      .limit(limit)
  const [handedOver, others] = await Promise.all([
    ofPayer().where('handed_over_at', 'is not', null).orderBy('handed_over_at', 'desc').execute(),
    ofPayer().where('handed_over_at', 'is', null).orderBy('created_at', 'desc').execute(),
  ])
  return [...handedOver, ...others]
}

async function listIds(db: Kysely<Database>, { kind, value }: SearchTerm, limit: number): Promise<readonly string[]> {
  const { payer, attempts, orders }: SearchPaths = pathsOf[kind](value)
  const [ofPayer, direct, ofOrders] = await Promise.all([
    payer === undefined ? [] : listOfPayer(db, payer, limit),
    attempts === undefined
      ? []
      : db.selectFrom('attempts').select('id').where(attempts).orderBy('created_at', 'desc').limit(limit).execute(),
    orders === undefined
      ? []
      : db
          .selectFrom('orders')
          .where(orders)
          .orderBy('orders.created_at', 'desc')
          .limit(limit)
          .innerJoin('attempts', 'attempts.order_id', 'orders.id')
          .select('attempts.id')
          .execute(),
  ])
  return [...ofPayer, ...direct, ...ofOrders].map(({ id }) => id)
}

async function readFound(db: Kysely<Database>, ids: readonly string[], limit: number): Promise<FoundPayment[]> {
  if (ids.length === 0) return []
  const rows = await attemptsWithComponents(db)
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['orders.msisdn', 'orders.kind', 'orders.bundle_json', 'orders.plan_json'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('reviews').select('reason').whereRef('reviews.attempt_id', '=', 'attempts.id')).as(
        'isReviewed',
      ),
    )
    .where('attempts.id', 'in', ids)
    .orderBy('attempts.created_at', 'desc')
    .orderBy('attempts.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    reference: row.reference,
    createdAt: row.created_at,
    method: row.method,
    gateway: row.gateway,
    product: productOf(row),
    amount: money(row.currency, row.amount_minor),
    components: componentsFrom(row),
    payerMsisdn: row.payer_msisdn,
    msisdn: row.msisdn,
    isInReview: Boolean(row.isReviewed),
  }))
}

export function createPaymentFinderStore(db: Kysely<Database>): PaymentFinderStore {
  return {
    async findByTerms(terms, limit) {
      const ids = await Promise.all(terms.map((term) => listIds(db, term, limit)))
      return readFound(db, [...new Set(ids.flat())], limit)
    },

    async findByAmount({ amount, from, until }, limit) {
      const rows = await db
        .selectFrom('attempts')
        .select('id')
        .where('amount_minor', '=', amount.minor)
        .where('currency', '=', amount.currency)
        .where('created_at', '>=', from)
        .where('created_at', '<', until)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return readFound(
        db,
        rows.map(({ id }) => id),
        limit,
      )
    },

    async listUndelivered(paidBefore, limit) {
      const rows = await db
        .selectFrom('deliveries')
        .select('attempt_id')
        .where('next_check_at', 'is not', null)
        .where('state', 'in', ['due', 'sending'])
        .where('created_at', '<', paidBefore)
        .orderBy('created_at')
        .limit(limit)
        .execute()
      const ids = rows.map(({ attempt_id }) => attempt_id)
      const found = await readFound(db, ids, limit)
      return [...found].reverse()
    },
  }
}
