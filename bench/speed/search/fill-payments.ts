import type { OpenDatabase } from '@nyanja/server/db/schema'
import { runSql } from '../../environment/database.ts'

/** What customers may say about a payment; the last four are missing for most. */
export interface SlimPayment {
  readonly reference: string
  readonly providerReference: string
  readonly payerMsisdn: string
  readonly msisdn: string
  readonly amountMinor: number
  readonly createdAt: number
  readonly email?: string
  readonly account?: string
  readonly leadReference?: string
}

/** The payment rate of an operator with 50,000 a day. */
export const usualPaymentMs = 1_728
const rowsOfBatch = 100_000

/** A wallet that pays for others all day: one payment in a hundred is its own. */
export const busyPayer = '881000000'
/** The amount of one payment in four. */
const popularMinor = 50_000

/** The number is prime, and larger than the number of payments: a multiple of each number is another number. */
const modulus = 99_999_989
const [ofReference, ofProvider, ofPayer, ofReceiver] = [48_271, 69_621, 7_919, 104_729] as const
const [payers, receivers, mails, accounts] = [3_000_000, 3_000_000, 1_000_000, 500_000] as const

/** Every so many payments has one, from this one on. */
const those = { email: [5, 0], account: [10, 3], lead: [50, 7] } as const

const digits = (value: number, length: number) => String(value).padStart(length, '0')
const referenceOf = (start: string, value: number) => {
  const text = digits(value, 8)
  return `${start}-${text.slice(0, 4)}-${text.slice(4)}`
}
const has = (index: number, [every, first]: readonly [number, number]) => index % every === first

/** Returns the payment with this number, as the SQL below has it. */
export function slimPayment(index: number, newestAt: number, paymentMs = usualPaymentMs): SlimPayment {
  const scrambled = (index * ofReference) % modulus
  return {
    reference: referenceOf('NYA', scrambled),
    providerReference: `MP${digits((index * ofProvider) % modulus, 8)}`,
    payerMsisdn: index % 100 === 0 ? busyPayer : `88${digits(2_000_000 + ((index * ofPayer) % payers), 7)}`,
    msisdn: `99${digits(2_000_000 + ((index * ofReceiver) % receivers), 7)}`,
    amountMinor: index % 4 === 0 ? popularMinor : ((index % 1000) + 1) * 1000,
    createdAt: newestAt - index * paymentMs,
    ...(has(index, those.email) && { email: `u${index % mails}@mail.example` }),
    ...(has(index, those.account) && { account: `P${digits(index % accounts, 10)}` }),
    ...(has(index, those.lead) && { leadReference: referenceOf('HB', scrambled) }),
  }
}

/** Writes SQL for a number with leading zeros, on both databases. */
const sqlDigits = (value: string, length: number) => `substr(cast(${10 ** length} + ${value} as text), 2)`
const sqlReference = (start: string, value: string) => {
  const text = sqlDigits(value, 8)
  return `'${start}-' || substr(${text}, 1, 4) || '-' || substr(${text}, 5)`
}
const sqlIf = ([every, first]: readonly [number, number], value: string) =>
  `case when i % ${every} = ${first} then ${value} end`

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Writes SQL for the prefix of an id by the time, as `ids.ts` makes it. */
const sqlLead = (at: string) =>
  [15, 10, 5, 0]
    .map((shift) => `substr('${alphabet}', cast((((${at}) / 960000) >> ${shift}) & 31 as int) + 1, 1)`)
    .join(' || ')

/** A delivered payment, by component, state of before and state after, and after how many milliseconds. */
const moves = [
  ['money', 'none', 'created', 0],
  ['money', 'created', 'handing_over', 200],
  ['money', 'handing_over', 'waiting', 900],
  ['money', 'waiting', 'captured', 20_000],
  ['delivery', 'none', 'due', 20_000],
  ['delivery', 'due', 'sending', 20_100],
  ['delivery', 'sending', 'delivered', 20_600],
] as const

/** The rows of each payment in the tables of its history and of its message. */
export const rowsOfHistory = moves.length + 1

function columnsAt(newestAt: number, paymentMs: number) {
  const scrambled = `((i * ${ofReference}) % ${modulus})`
  const at = `${newestAt} - i * ${paymentMs}`
  const idOf = (name: string) => `${sqlLead(at)} || ${sqlDigits('i', 11)} || '-${name}-of-bench'`
  const [order, attempt] = [idOf('order'), idOf('payment')]
  const amount = `case when i % 4 = 0 then ${popularMinor} else (i % 1000 + 1) * 1000 end`
  const mail = sqlIf(those.email, `'u' || (i % ${mails}) || '@mail.example'`)
  const payer = `case when i % 100 = 0 then '${busyPayer}' else '88' || ${sqlDigits(`2000000 + (i * ${ofPayer}) % ${payers}`, 7)} end`
  const receiver = `'99' || ${sqlDigits(`2000000 + (i * ${ofReceiver}) % ${receivers}`, 7)}`
  const money = { amount_minor: amount, currency: `'MWK'` }
  return {
    orders: {
      ...{ id: order, channel: `'web'`, language: `'en'`, msisdn: receiver, line_type: `'PREPAID'`, kind: `'airtime'` },
      ...money,
      account: sqlIf(those.account, `'P' || ${sqlDigits(`i % ${accounts}`, 10)}`),
      lead_reference: sqlIf(those.lead, sqlReference('HB', scrambled)),
      ...{ redirect_page: `''`, email: mail, created_at: at, expires_at: at },
    },
    attempts: {
      ...{ id: attempt, order_id: order, reference: sqlReference('NYA', scrambled), method: `'mpesa'` },
      ...{ gateway: `'mpesa'`, checkout_type: `'push'`, state: `'captured'`, ...money, payer_msisdn: payer },
      ...{ email: mail, provider_reference: `'MP' || ${sqlDigits(`(i * ${ofProvider}) % ${modulus}`, 8)}` },
      ...{ return_token: `''`, pays_order: '1', created_at: at, handed_over_at: at, decided_at: at, expires_at: at },
    },
    deliveries: {
      ...{ attempt_id: attempt, order_id: order, kind: `'airtime'`, msisdn: receiver, ...money },
      ...{ state: `'delivered'`, created_at: at, decided_at: at },
    },
    messages: {
      ...{ id: `${attempt} || '-deliveredAirtime'`, attempt_id: attempt, kind: `'deliveredAirtime'` },
      ...{ msisdn: payer, language: `'en'`, params_json: `'{}'`, state: `'sent'`, created_at: at },
    },
    events: {
      ...{ attempt_id: attempt, component: 'moves.component', from_state: 'moves.from_state' },
      ...{ to_state: 'moves.to_state', at: `${at} + moves.after_ms` },
    },
  } satisfies Record<string, Readonly<Record<string, string>>>
}

const payments = ['orders', 'attempts', 'deliveries'] as const
const withHistory = [...payments, 'messages', 'events'] as const
const asTexts = (tables: readonly string[]) => tables.map((table) => `'${table}'`).join(', ')

const listIndexes = {
  sqlite: (tables: readonly string[]) => `select name, sql from sqlite_master
    where type = 'index' and sql is not null and tbl_name in (${asTexts(tables)})`,
  postgres: (tables: readonly string[]) => `select indexname as name, indexdef as sql from pg_indexes
    where schemaname = current_schema() and tablename in (${asTexts(tables)})
      and indexname not in (select conname from pg_constraint)`,
} as const

const begin = {
  sqlite: ['pragma foreign_keys = 0', 'pragma synchronous = 0', 'pragma cache_size = -500000'],
  postgres: [
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    `set maintenance_work_mem = '500MB'`,
  ],
} as const

interface Filling {
  readonly rows: number
  readonly newestAt: number
  /** The pause between two payments. */
  readonly paymentMs?: number
  /** Whether the events and messages that no search reads are included. */
  readonly hasHistory?: boolean
  /** Called with the number of payments after each batch. */
  readonly stored?: (payments: number) => void
}

/**
 * Stores slim delivered payments. Indexes are built afterwards, which takes a tenth of the time. Its connection is not
 * used for anything else.
 */
export async function fillPayments(database: OpenDatabase, filling: Filling): Promise<void> {
  const { rows, newestAt, paymentMs = usualPaymentMs, hasHistory = false, stored } = filling
  const { engine } = database
  const tables = hasHistory ? withHistory : payments
  const columns = columnsAt(newestAt, paymentMs)
  await database.db.connection().execute(async (db) => {
    const own = { ...database, db }
    for (const statement of begin[engine]) await runSql(own, statement)
    const indexes = await runSql(own, listIndexes[engine](tables))
    for (const { name } of indexes) await runSql(own, `drop index ${name}`)
    for (let from = 0; from < rows; from += rowsOfBatch) {
      const numbers = { first: from, last: Math.min(from + rowsOfBatch, rows) - 1 }
      for (const table of tables) await runSql(own, insert(table, columns[table], numbers))
      stored?.(numbers.last + 1)
    }
    for (const { sql } of indexes) await runSql(own, String(sql).replace(' ON ONLY ', ' ON '))
    await runSql(own, 'analyze')
  })
}

interface Numbers {
  readonly first: number
  readonly last: number
}

const rowsOfMoves = moves
  .map(
    ([component, from, to, afterMs]) => `select '${component}' as component, '${from}' as from_state,
    '${to}' as to_state, ${afterMs} as after_ms`,
  )
  .join(' union all ')

const insert = (table: string, columns: Readonly<Record<string, string>>, { first, last }: Numbers) =>
  `insert into ${table} (${Object.keys(columns).join(', ')})
    with recursive numbers (i) as (
      select cast(${first} as bigint) union all select i + 1 from numbers where i < ${last})
    select ${Object.values(columns).join(', ')} from numbers
      ${table === 'events' ? `cross join (${rowsOfMoves}) as moves` : ''}`
