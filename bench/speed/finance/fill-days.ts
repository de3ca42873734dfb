import type { OpenDatabase } from '@nyanja/server/db/schema'
import { runSql } from '../../environment/database.ts'

interface FilledDay {
  /** The letter distinguishes the payments of days. */
  readonly name: string
  /** Epoch milliseconds of its first moment. */
  readonly fromAt: number
  readonly payments: number
}

const dayMs = 86_400_000
const paymentsOfBatch = 20_000

/** Figures of payment `i`: one in fifty each is refused, refunded or reversed; all others are delivered. */
const fate = (refused: string, refunded: string, reversed: string, delivered: string) =>
  `case i % 50 when 0 then ${refused} when 1 then ${refunded} when 2 then ${reversed} else ${delivered} end`

const gateway = `case i % 4 when 0 then 'dpo' when 1 then 'mpesa' when 2 then 'airtime' else 'open-api-money' end`
const method = `case i % 4 when 0 then 'card' when 1 then 'mpesa' when 2 then 'airtime' else 'nyanja_money' end`
const kind = `case i % 10 when 0 then 'bundle' when 1 then 'bill' when 2 then 'invoice' else 'airtime' end`
const channel = `case i % 3 when 0 then 'app' else 'web' end`
const amount = `10000 + (i % 100000 * 7919) % 100000`

/** A payment of a filled day that was captured, as the SQL has it. */
interface CapturedPayment {
  readonly id: string
  readonly amountMinor: number
  /** The time is epoch milliseconds. */
  readonly at: number
  readonly isReversed: boolean
}

export function* capturedOf({ name, fromAt, payments }: FilledDay): Generator<CapturedPayment> {
  const apartMs = Math.floor(dayMs / payments)
  for (let i = 0; i < payments; i += 1)
    if (i % 50 !== 0) {
      const amountMinor = 10_000 + (((i % 100_000) * 7919) % 100_000)
      yield { id: `${name}-a${i}`, amountMinor, at: fromAt + i * apartMs, isReversed: i % 50 === 2 }
    }
}

const paid = 'i % 50 <> 0'

type Move = readonly [component: string, from: string, to: string, afterMs: number, where?: string]

const moves: readonly Move[] = [
  ['money', 'none', 'created', 0],
  ['money', 'created', 'handing_over', 1],
  ['money', 'handing_over', 'waiting', 2],
  ['money', 'waiting', 'refused', 20, 'i % 50 = 0'],
  ['money', 'waiting', 'captured', 20, paid],
  ['delivery', 'none', 'due', 20, paid],
  ['delivery', 'due', 'sending', 30, paid],
  ['delivery', 'sending', 'impossible', 40, 'i % 50 = 1'],
  ['delivery', 'sending', 'delivered', 40, 'i % 50 > 1'],
  ['refund', 'none', 'due', 40, 'i % 50 = 1'],
  ['refund', 'due', 'requesting', 50, 'i % 50 = 1'],
  ['refund', 'requesting', 'refunded', 60, 'i % 50 = 1'],
  ['money', 'captured', 'reversed', 80, 'i % 50 = 2'],
]

/**
 * Inserts the rows of real payments by SQL, without what no close reads. Foreign keys are not checked: the rows fit.
 */
export async function fillDay(database: OpenDatabase, day: FilledDay): Promise<void> {
  for (let from = 0; from < day.payments; from += paymentsOfBatch)
    for (const statement of statementsOf(day, from, Math.min(from + paymentsOfBatch, day.payments) - 1))
      await runSql(database, statement)
}

function statementsOf({ name, fromAt, payments }: FilledDay, first: number, last: number): readonly string[] {
  const apartMs = Math.floor(dayMs / payments)
  const at = `(${fromAt} + i * ${apartMs})`
  const after = (ms: number) => `(${at} + ${ms})`
  const id = (prefix: string) => `'${name}-${prefix}' || i`
  const insert = (table: string, columns: Readonly<Record<string, string>>, where = '1 = 1') =>
    `insert into ${table} (${Object.keys(columns).join(', ')})
      with recursive numbers (i) as (select ${first} union all select i + 1 from numbers where i < ${last})
      select ${Object.values(columns).join(', ')} from numbers where ${where}`
  return [
    insert('orders', {
      ...{ id: id('o'), channel, language: `'en'`, msisdn: `'99' || (1000000 + i)`, line_type: `'PREPAID'`, kind },
      ...{ amount_minor: amount, currency: `'MWK'`, redirect_page: `''`, created_at: at, expires_at: at },
    }),
    insert('attempts', {
      ...{ id: id('a'), order_id: id('o'), reference: id('r'), method, gateway, checkout_type: `'push'` },
      state: fate(`'refused'`, `'captured'`, `'reversed'`, `'captured'`),
      ...{ amount_minor: amount, currency: `'MWK'`, payer_msisdn: `'99' || (1000000 + i)`, return_token: id('t') },
      ...{ provider_reference: id('p'), created_at: at, handed_over_at: at, decided_at: at, expires_at: at },
    }),
    insert(
      'deliveries',
      {
        ...{ attempt_id: id('a'), order_id: id('o'), kind, msisdn: `'99' || (1000000 + i)`, amount_minor: amount },
        state: `case i % 50 when 1 then 'impossible' else 'delivered' end`,
        ...{ currency: `'MWK'`, created_at: after(20), decided_at: after(40) },
      },
      paid,
    ),
    ...moves.map(([component, from, to, ms, where = '1 = 1']) =>
      insert(
        'events',
        {
          ...{ attempt_id: id('a'), component: `'${component}'`, from_state: `'${from}'`, to_state: `'${to}'` },
          at: after(ms),
        },
        where,
      ),
    ),
  ]
}

/** Adds a year of closed days before the first payment, with the sums that reports read. */
export async function fillReports(database: OpenDatabase, { fromAt, days }: { fromAt: number; days: number }) {
  const ago = (count: string) => `${fromAt} - cast(${dayMs} as bigint) * ${count}`
  const numbers = `with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${days})`
  const day =
    database.engine === 'sqlite'
      ? `date((${ago('i')}) / 1000, 'unixepoch')`
      : `to_char(to_timestamp((${ago('i')}) / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
  await runSql(
    database,
    `insert into closed_days (day, from_at, until_at, last_event_id, events, document, digest, closed_at) ${numbers}
      select ${day}, ${ago('i')}, ${ago('(i - 1)')}, 0, 0, '{}', '', 0 from numbers`,
  )
  const groups = `groups (g) as (select 0 union all select g + 1 from groups where g < 249)`
  await runSql(
    database,
    `insert into day_sales (day, closed_day, gateway, method, kind, channel, district, currency, captured,
        captured_minor, delivered, delivered_minor, refunded, refunded_minor, reversed, reversed_minor)
      ${numbers}, ${groups} select ${day}, ${day}, 'gateway' || (g % 5), 'method' || (g % 5), 'kind' || (g % 4), 'web',
        'district' || g, 'MWK', 100, 1000000, 99, 990000, 1, 10000, 0, 0 from numbers, groups`,
  )
}
