import { money } from '@nyanja/domain/money/money'
import { type ContactSearch, listNewest } from '@nyanja/server/db/contact-match'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { FoundPayment, PaymentFinderStore, SearchKind, SearchTerm } from '../../operations/payment-finder.ts'
import type { Database } from '../schema.ts'
import { attemptsWithComponents, componentsFrom, productOf } from './payment-history.ts'

type AttemptFilter = (eb: ExpressionBuilder<Database, 'attempts'>) => Expression<SqlBool>
type OrderFilter = (eb: ExpressionBuilder<Database, 'orders'>) => Expression<SqlBool>
type Contact = Omit<ContactSearch, 'limit'>

interface SearchPaths {
  readonly attempts?: AttemptFilter
  readonly orders?: OrderFilter
  readonly contacts?: readonly Contact[]
}

const pathsOf = {
  reference: (value) => ({ attempts: (eb) => eb('reference', '=', value) }),
  number: (value) => {
    const ofPayer = { table: 'attempts', kind: 'number', column: 'payer_msisdn', value } as const
    return {
      contacts: [
        { table: 'orders', kind: 'number', column: 'msisdn', value, newest: 'created_at' },
        { table: 'order_numbers', kind: 'number', column: 'msisdn', value, newest: 'created_at' },
        // The order is that of the index, which has the time of the call to the provider: a wallet that pays for others
        // may have paid a hundred thousand times.
        { ...ofPayer, newest: 'handed_over_at', where: sql`handed_over_at is not null` },
        // Payments without such a call are few, since they are deleted with their orders.
        { ...ofPayer, newest: 'created_at', where: sql`handed_over_at is null` },
      ],
    }
  },
  account: (value) => ({ orders: (eb) => eb('orders.account', '=', value) }),
  email: (value) => {
    const ofMail = { kind: 'email', column: 'email', value, newest: 'created_at' } as const
    return {
      contacts: [
        { ...ofMail, table: 'attempts' },
        { ...ofMail, table: 'orders' },
      ],
    }
  },
  provider: (value) => ({ attempts: (eb) => eb('provider_reference', '=', value) }),
  lead: (value) => ({ orders: (eb) => eb('orders.lead_reference', '=', value) }),
} as const satisfies Record<SearchKind, (value: string) => SearchPaths>

async function listByContact(db: Kysely<Database>, search: ContactSearch): Promise<readonly string[]> {
  const ids = await listNewest(db, search)
  if (search.table === 'attempts' || ids.length === 0) return ids
  const attempts = db.selectFrom('attempts').select('id').where('order_id', 'in', ids)
  return (await attempts.orderBy('created_at', 'desc').limit(search.limit).execute()).map(({ id }) => id)
}

async function listIds(db: Kysely<Database>, { kind, value }: SearchTerm, limit: number): Promise<readonly string[]> {
  const { attempts, orders, contacts = [] }: SearchPaths = pathsOf[kind](value)
  const [ofContacts, direct, ofOrders] = await Promise.all([
    Promise.all(contacts.map((contact) => listByContact(db, { ...contact, limit }))),
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
  return [...ofContacts.flat(), ...[...direct, ...ofOrders].map(({ id }) => id)]
}

async function readFound(db: Kysely<Database>, ids: readonly string[], limit: number): Promise<FoundPayment[]> {
  if (ids.length === 0) return []
  const rows = await attemptsWithComponents(db)
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['orders.msisdn', 'orders.kind', 'orders.bundle_json', 'orders.plan_json'])
    .select('orders.items_json')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('reviews').select('reason').whereRef('reviews.attempt_id', '=', 'attempts.id')).as(
        'isInReview',
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
    isInReview: Boolean(row.isInReview),
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
