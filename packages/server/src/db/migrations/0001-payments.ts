import { lineTypes } from '@nyanja/domain/numbers/line'
import { orderFlows } from '@nyanja/domain/payments/order'
import { checkoutTypes } from '@nyanja/domain/payments/payment-pages'
import { attemptStates, deliveryStates, legalMoves, refundStates } from '@nyanja/domain/payments/payment-states'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'

/** The few words in which the two engines differ. */
const words = {
  sqlite: {
    int: 'integer',
    rowId: 'integer primary key',
    strict: 'strict',
    appendOnly: [
      `create trigger events_no_update before update on events begin select raise(abort, 'events are append-only'); end`,
      `create trigger events_no_delete before delete on events begin select raise(abort, 'events are append-only'); end`,
    ],
  },
  postgres: {
    int: 'bigint',
    rowId: 'bigint generated always as identity primary key',
    strict: '',
    appendOnly: [
      `create function refuse_event_change() returns trigger language plpgsql as $$ begin raise exception 'events are append-only'; end $$`,
      `create trigger events_append_only before update or delete on events for each row execute function refuse_event_change()`,
    ],
  },
} as const satisfies Record<Engine, unknown>

/** A later migration knows more. */
const orderKinds = ['airtime', 'bundle', 'bill', 'invoice'] as const

const oneOf = (column: string, values: readonly string[]) =>
  `check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`

function statements({ int, rowId, strict, appendOnly }: (typeof words)[Engine]): string[] {
  const due = `next_check_at ${int}, lease_until ${int} not null default 0, held_by ${int}`

  return [
    `create table orders (
      id text primary key,
      channel text not null,
      language text not null,
      msisdn text not null,
      account text,
      flow text ${oneOf('flow', orderFlows)},
      line_type text not null ${oneOf('line_type', lineTypes)},
      kind text ${oneOf('kind', orderKinds)},
      amount_minor ${int} check (amount_minor > 0),
      currency text,
      bundle_json text,
      bill_json text,
      redirect_page text not null,
      email text,
      pay_link text,
      created_at ${int} not null,
      expires_at ${int} not null
    ) ${strict}`,

    `create table attempts (
      id text primary key,
      order_id text not null references orders (id),
      reference text not null unique,
      method text not null,
      gateway text not null,
      hands_over text not null ${oneOf('hands_over', checkoutTypes)},
      state text not null ${oneOf('state', attemptStates)},
      amount_minor ${int} not null check (amount_minor > 0),
      currency text not null,
      ordered_minor ${int} check (ordered_minor > 0),
      ordered_currency text,
      rate_minor ${int} check (rate_minor > 0),
      quoted_at ${int},
      payer_msisdn text not null,
      email text,
      provider_reference text,
      gateway_url text,
      return_token text not null,
      returned_at ${int},
      pays_order ${int} not null default 0 check (pays_order in (0, 1)),
      refusal text,
      checks ${int} not null default 0,
      hints ${int} not null default 0,
      checked_at ${int},
      created_at ${int} not null,
      handed_over_at ${int},
      pin_sent_at ${int},
      superseded_at ${int},
      decided_at ${int},
      expires_at ${int} not null,
      ${due},
      unique (gateway, provider_reference)
    ) ${strict}`,
    // At most one live attempt, and at most one capture that pays.
    `create unique index attempts_live on attempts (order_id) where state in ('created', 'handing_over', 'waiting')`,
    `create unique index attempts_paying on attempts (order_id) where pays_order = 1`,
    `create index attempts_order on attempts (order_id)`,
    `create index attempts_due on attempts (gateway, next_check_at) where next_check_at is not null`,
    `create index attempts_payer on attempts (payer_msisdn, handed_over_at)`,

    `create table pin_entries (
      attempt_id text primary key references attempts (id),
      entry_json text not null,
      attempts_left ${int} not null,
      expires_at ${int} not null
    ) ${strict}`,
    `create index pin_entries_age on pin_entries (expires_at)`,

    // Its row is what parallel prompts to one wallet wait for.
    `create table prompted_wallets (
      payer_msisdn text primary key,
      prompted_at ${int} not null
    ) ${strict}`,

    `create table deliveries (
      attempt_id text primary key references attempts (id),
      order_id text not null unique references orders (id),
      kind text not null ${oneOf('kind', orderKinds)},
      msisdn text not null,
      product_code text,
      bill_json text,
      remaining_minor ${int},
      amount_minor ${int} not null check (amount_minor > 0),
      currency text not null,
      state text not null ${oneOf('state', deliveryStates)},
      bss_reference text,
      reason text,
      sends ${int} not null default 0,
      reads ${int} not null default 0,
      created_at ${int} not null,
      sent_at ${int},
      decided_at ${int},
      ${due}
    ) ${strict}`,
    `create index deliveries_due on deliveries (next_check_at) where next_check_at is not null`,

    `create table refunds (
      attempt_id text primary key references attempts (id),
      gateway text not null,
      state text not null ${oneOf('state', refundStates)},
      tries ${int} not null default 0,
      created_at ${int} not null,
      decided_at ${int},
      ${due}
    ) ${strict}`,
    `create index refunds_due on refunds (gateway, next_check_at) where next_check_at is not null`,

    `create table legal_moves (
      leg text not null,
      from_state text not null,
      to_state text not null,
      primary key (leg, from_state, to_state)
    ) ${strict}`,
    ...legalMoves.map(({ leg, from, to }) => `insert into legal_moves values ('${leg}', '${from}', '${to}')`),

    `create table events (
      id ${rowId},
      attempt_id text not null references attempts (id),
      leg text not null,
      from_state text not null,
      to_state text not null,
      at ${int} not null,
      detail text,
      foreign key (leg, from_state, to_state) references legal_moves (leg, from_state, to_state)
    ) ${strict}`,
    `create index events_attempt on events (attempt_id)`,
    ...appendOnly,

    `create table reviews (
      attempt_id text not null references attempts (id),
      reason text not null,
      created_at ${int} not null,
      primary key (attempt_id, reason)
    ) ${strict}`,

    `create table callbacks (
      reference text not null,
      body_hash text not null,
      gateway text not null,
      at ${int} not null,
      primary key (reference, body_hash)
    ) ${strict}`,

    `create table messages (
      id text primary key,
      attempt_id text not null references attempts (id),
      kind text not null,
      msisdn text not null,
      language text not null,
      params_json text not null,
      state text not null ${oneOf('state', ['due', 'sent', 'failed'])},
      tries ${int} not null default 0,
      created_at ${int} not null,
      ${due},
      unique (attempt_id, kind)
    ) ${strict}`,
    `create index messages_due on messages (next_check_at) where next_check_at is not null`,

    `create table idempotency (
      client text not null,
      key text not null,
      body_hash text not null,
      http_status ${int},
      answer text,
      created_at ${int} not null,
      held_by ${int},
      primary key (client, key)
    ) ${strict}`,
    `create index idempotency_open on idempotency (held_by) where answer is null`,
  ]
}

/** Orders, attempts and what follows from them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of statements(words[engine])) await sql.raw(statement).execute(db)
}
