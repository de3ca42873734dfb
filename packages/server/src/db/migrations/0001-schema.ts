import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** The parts that the two engines write differently. */
const dialects = {
  sqlite: {
    int: 'integer',
    rowId: 'integer primary key',
    strict: 'strict',
    byCodePoint: '',
    appendOnly: [
      `create trigger events_no_update before update on events begin select raise(abort, 'events are append-only'); end`,
      `create trigger events_no_delete before delete on events
        when not exists (select 1 from retired_payments where attempt_id = old.attempt_id)
        begin select raise(abort, 'events are append-only'); end`,
    ],
  },
  postgres: {
    int: 'bigint',
    rowId: 'bigint generated always as identity primary key',
    strict: '',
    // Prefixes are looked up by code points, whatever language the server was set up for.
    byCodePoint: 'collate "C"',
    appendOnly: [
      `create function refuse_event_change() returns trigger language plpgsql as $$ begin
        if tg_op = 'DELETE' and exists (select 1 from retired_payments where attempt_id = old.attempt_id) then
          return old;
        end if;
        raise exception 'events are append-only';
      end $$`,
      `create trigger events_append_only before update or delete on events
        for each row execute function refuse_event_change()`,
    ],
  },
} as const satisfies Record<Engine, unknown>

type Dialect = (typeof dialects)[Engine]

const dueColumns = ({ int }: Dialect) => `next_check_at ${int}, lease_until ${int} not null default 0, held_by ${int}`

const orderKinds = `('airtime', 'bundle', 'bill', 'invoice', 'plan')`

const moves = (component: string, table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([from, tos]) => tos.split(' ').map((to) => `('${component}', '${from}', '${to}')`))

const paymentMoves = [
  ...moves('money', {
    none: 'created',
    created: 'handing_over expired',
    handing_over: 'waiting captured refused expired superseded',
    waiting: 'captured refused expired superseded',
    superseded: 'captured_late refused expired',
    refused: 'captured_late',
    expired: 'captured_late',
    captured: 'reversed',
    captured_late: 'reversed',
  }),
  ...moves('delivery', { none: 'due', due: 'sending impossible delivered', sending: 'delivered impossible due' }),
  ...moves('refund', {
    none: 'due',
    due: 'requesting review',
    requesting: 'refunded review due',
    review: 'refunded',
  }),
]

function orders({ int, strict }: Dialect): string[] {
  return [
    `create table orders (
      id text primary key,
      channel text not null,
      language text not null,
      msisdn text not null,
      account text,
      flow text check (flow in ('ENTERPRISE')),
      line_type text not null check (line_type in ('PREPAID', 'POSTPAID', 'HYBRID')),
      kind text check (kind in ${orderKinds}),
      amount_minor ${int} check (amount_minor > 0),
      currency text,
      bundle_json text,
      bill_json text,
      plan_json text,
      lead_reference text,
      redirect_page text not null,
      email text,
      pay_link text,
      created_at ${int} not null,
      expires_at ${int} not null
    ) ${strict}`,
    `create index orders_created on orders (created_at)`,
    `create index orders_lead on orders (lead_reference) where lead_reference is not null`,
    `create index orders_pay_link on orders (pay_link) where pay_link is not null`,
    `create index orders_personal on orders (created_at) where msisdn <> '' or account is not null`,

    // There is no foreign key: an unpaid order is deleted while others may still open its link.
    `create table pay_links (
      token text primary key,
      order_id text not null unique,
      msisdn text not null,
      line_type text not null,
      choice_json text not null,
      created_at ${int} not null,
      expires_at ${int} not null
    ) ${strict}`,
    `create index pay_links_age on pay_links (expires_at)`,

    // There is no foreign key: an order may be forgotten first.
    `create table asked_invoices (
      account text not null,
      bill_id text not null,
      order_id text not null,
      asked_at ${int} not null,
      primary key (account, bill_id)
    ) ${strict}`,
    `create index asked_invoices_age on asked_invoices (asked_at)`,
  ]
}

function attempts(dialect: Dialect): string[] {
  const { int, strict } = dialect
  return [
    `create table attempts (
      id text primary key,
      order_id text not null references orders (id),
      reference text not null unique,
      method text not null,
      gateway text not null,
      checkout_type text not null check (checkout_type in ('redirect', 'push', 'pin', 'direct')),
      state text not null check (state in ('created', 'handing_over', 'waiting', 'superseded', 'captured',
        'captured_late', 'refused', 'expired', 'reversed')),
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
      ${dueColumns(dialect)},
      unique (gateway, provider_reference)
    ) ${strict}`,
    // An order has at most one live attempt, and at most one capture that pays.
    `create unique index attempts_live on attempts (order_id) where state in ('created', 'handing_over', 'waiting')`,
    `create unique index attempts_paying on attempts (order_id) where pays_order = 1`,
    `create index attempts_order on attempts (order_id)`,
    `create index attempts_due on attempts (gateway, next_check_at) where next_check_at is not null`,
    `create index attempts_payer on attempts (payer_msisdn, handed_over_at)`,
    `create index attempts_recent on attempts (method, handed_over_at) where handed_over_at is not null`,

    `create table pin_entries (
      attempt_id text primary key references attempts (id),
      entry_json text not null,
      attempts_left ${int} not null,
      expires_at ${int} not null
    ) ${strict}`,
    `create index pin_entries_age on pin_entries (expires_at)`,

    // Parallel prompts to one wallet wait for its row.
    `create table prompted_wallets (payer_msisdn text primary key, prompted_at ${int} not null) ${strict}`,
    `create index prompted_wallets_at on prompted_wallets (prompted_at)`,

    `create table callbacks (
      reference text not null,
      body_hash text not null,
      gateway text not null,
      at ${int} not null,
      primary key (reference, body_hash)
    ) ${strict}`,
    `create index callbacks_at on callbacks (at)`,
  ]
}

function deliveries(dialect: Dialect): string[] {
  const { int, strict } = dialect
  return [
    `create table deliveries (
      attempt_id text primary key references attempts (id),
      order_id text not null unique references orders (id),
      kind text not null check (kind in ${orderKinds}),
      msisdn text not null,
      account text,
      product_code text,
      bill_json text,
      lead_reference text,
      remaining_minor ${int},
      amount_minor ${int} not null check (amount_minor > 0),
      currency text not null,
      state text not null check (state in ('due', 'sending', 'delivered', 'impossible')),
      bss_reference text,
      reason text,
      sends ${int} not null default 0,
      reads ${int} not null default 0,
      created_at ${int} not null,
      sent_at ${int},
      decided_at ${int},
      ${dueColumns(dialect)}
    ) ${strict}`,
    `create index deliveries_due on deliveries (next_check_at) where next_check_at is not null`,
    `create index deliveries_account on deliveries (account) where account is not null`,
    // A lead has at most one delivery. The second payment for an order of internet at home cannot be inserted here and
    // is refunded; after a refusal another one can.
    `create unique index deliveries_lead on deliveries (lead_reference)
      where lead_reference is not null and state <> 'impossible'`,

    `create table refunds (
      attempt_id text primary key references attempts (id),
      gateway text not null,
      state text not null check (state in ('due', 'requesting', 'refunded', 'review')),
      tries ${int} not null default 0,
      created_at ${int} not null,
      decided_at ${int},
      ${dueColumns(dialect)}
    ) ${strict}`,
    `create index refunds_due on refunds (gateway, next_check_at) where next_check_at is not null`,

    `create table corrections (
      attempt_id text primary key references attempts (id),
      wanted_msisdn text not null,
      state text not null check (state in ('asked', 'moved', 'refused')),
      refusal text check (refusal in ('already_used', 'receiver_refused', 'not_proven')),
      asked_at ${int} not null,
      decided_at ${int},
      check ((state = 'refused') = (refusal is not null)),
      check ((state = 'asked') = (decided_at is null))
    ) ${strict}`,
    `create index corrections_asked on corrections (asked_at) where state = 'asked'`,
  ]
}

function history({ int, strict, rowId, appendOnly }: Dialect): string[] {
  return [
    `create table legal_moves (
      component text not null,
      from_state text not null,
      to_state text not null,
      primary key (component, from_state, to_state)
    ) ${strict}`,
    `insert into legal_moves values ${paymentMoves.join(', ')}`,

    `create table events (
      id ${rowId},
      attempt_id text not null references attempts (id),
      component text not null,
      from_state text not null,
      to_state text not null,
      at ${int} not null,
      detail text,
      foreign key (component, from_state, to_state) references legal_moves (component, from_state, to_state)
    ) ${strict}`,
    `create index events_attempt on events (attempt_id)`,
    // A row is in it only while the transaction runs that removes the payment.
    `create table retired_payments (attempt_id text primary key) ${strict}`,
    // The history stays as it is until the payment as a whole is past its retention.
    ...appendOnly,

    `create table reviews (
      attempt_id text not null references attempts (id),
      reason text not null,
      created_at ${int} not null,
      primary key (attempt_id, reason)
    ) ${strict}`,
  ]
}

function messages(dialect: Dialect): string[] {
  const { int, strict } = dialect
  const state = `state text not null check (state in ('due', 'sent', 'failed')), tries ${int} not null default 0`
  return [
    // Messages without a payment are codes, which expire.
    `create table messages (
      id text primary key,
      attempt_id text references attempts (id),
      kind text not null,
      msisdn text not null,
      language text not null,
      params_json text not null,
      ${state},
      created_at ${int} not null,
      expires_at ${int},
      ${dueColumns(dialect)},
      unique (attempt_id, kind)
    ) ${strict}`,
    `create index messages_due on messages (next_check_at) where next_check_at is not null`,
    `create index messages_alone on messages (created_at) where attempt_id is null`,

    // The address is in the attempt.
    `create table mails (
      id text primary key,
      attempt_id text not null references attempts (id),
      kind text not null,
      language text not null,
      params_json text not null,
      ${state},
      created_at ${int} not null,
      ${dueColumns(dialect)},
      unique (attempt_id, kind)
    ) ${strict}`,
    `create index mails_due on mails (next_check_at) where next_check_at is not null`,

    `create table submissions (
      id text primary key,
      reference text not null unique,
      form text not null,
      channel text not null,
      language text not null,
      answers_json text not null,
      msisdn text not null,
      email text not null,
      digest text unique,
      at ${int} not null,
      ${state},
      done_at ${int},
      ${dueColumns(dialect)}
    ) ${strict}`,
    `create index submissions_due on submissions (next_check_at) where next_check_at is not null`,
    `create index submissions_at on submissions (at)`,
    `create index submissions_open on submissions (at) where done_at is null`,
  ]
}

function limits({ int, strict }: Dialect): string[] {
  return [
    `create table one_time_codes (
      id text primary key,
      purpose text not null,
      msisdn text not null,
      subject text not null,
      payer text not null,
      channel text not null,
      language text not null,
      digest text not null,
      message_id text not null,
      sends ${int} not null,
      tries ${int} not null default 0,
      created_at ${int} not null,
      sent_at ${int} not null,
      expires_at ${int} not null,
      verified_at ${int},
      proof_digest text unique,
      proof_expires_at ${int},
      consumed_at ${int},
      wallet_ref text,
      sealed_consent text,
      has_waited ${int} not null default 0 check (has_waited in (0, 1))
    ) ${strict}`,
    `create index one_time_codes_number on one_time_codes (msisdn, sent_at)`,
    `create index one_time_codes_sent on one_time_codes (sent_at)`,

    `create table spent_challenges (
      key text primary key,
      means text not null check (means in ('work', 'wait')),
      at ${int} not null
    ) ${strict}`,
    `create index spent_challenges_at on spent_challenges (at)`,

    `create table rate_counters (
      key text primary key,
      window_from ${int} not null,
      spent ${int} not null,
      spent_before ${int} not null,
      succeeded ${int} not null,
      succeeded_before ${int} not null
    ) ${strict}`,
    `create index rate_counters_window_from on rate_counters (window_from)`,
    `create table attempt_limits (client text primary key, whole_again_at ${int} not null) ${strict}`,
    // The rows say when services that take one call at a time may be called again.
    `create table call_slots (what text primary key, free_at ${int} not null) ${strict}`,

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
    `create index idempotency_created on idempotency (created_at)`,
  ]
}

const leadMoves = [
  ...moves('stage', {
    none: 'received',
    received: 'checked scheduled installed on_hold refused cancelled interested',
    checked: 'scheduled installed on_hold refused cancelled',
    scheduled: 'scheduled installed on_hold refused cancelled',
    on_hold: 'received checked scheduled installed on_hold refused cancelled',
    interested: 'checked scheduled installed on_hold refused cancelled',
  }),
  ...moves('submission', {
    none: 'due',
    due: 'submitting',
    submitting: 'submitted refused due',
    refused: 'due submitted',
  }),
]

function leads(dialect: Dialect): string[] {
  const { int, strict, rowId } = dialect
  return [
    `create table leads (
      id text primary key,
      reference text not null unique,
      track_id text not null unique,
      channel text not null,
      source text not null,
      language text not null,
      full_name text not null,
      msisdn text not null,
      email text,
      city text not null,
      address_json text not null,
      plan_code text not null,
      plan_description text not null,
      amount_minor ${int} not null check (amount_minor >= 0),
      fee_minor ${int} check (fee_minor >= 0),
      currency text not null,
      consented_at ${int} not null,
      consent_text text not null,
      stage text not null check (stage in ('received', 'checked', 'scheduled', 'installed', 'on_hold', 'refused',
        'cancelled', 'interested')),
      stage_at ${int} not null,
      moves ${int} not null default 0,
      reason text,
      scheduled_for ${int},
      feasibility text check (feasibility in ('feasible', 'not_feasible', 'unknown')),
      submission text not null check (submission in ('due', 'submitting', 'submitted', 'refused')),
      bss_reference text,
      refusal text,
      sends ${int} not null default 0,
      sent_at ${int},
      checks ${int} not null default 0,
      checked_at ${int} not null,
      reported_at ${int},
      created_at ${int} not null,
      closed_at ${int},
      heard_at ${int},
      ${dueColumns(dialect)}
    ) ${strict}`,
    `create index leads_due on leads (submission, next_check_at) where next_check_at is not null`,
    `create index leads_bss on leads (bss_reference) where bss_reference is not null`,
    `create index leads_closed on leads (closed_at) where closed_at is not null`,
    `create index leads_open on leads (stage_at) where closed_at is null`,

    `create table lead_moves (
      component text not null,
      from_state text not null,
      to_state text not null,
      primary key (component, from_state, to_state)
    ) ${strict}`,
    `insert into lead_moves values ${leadMoves.join(', ')}`,

    `create table lead_events (
      id ${rowId},
      lead_id text not null references leads (id) on delete cascade,
      component text not null,
      from_state text not null,
      to_state text not null,
      at ${int} not null,
      foreign key (component, from_state, to_state) references lead_moves (component, from_state, to_state)
    ) ${strict}`,
    `create index lead_events_lead on lead_events (lead_id)`,

    `create table lead_drafts (
      id text primary key,
      version ${int} not null,
      channel text not null,
      language text not null,
      answers_json text not null,
      lead_json text,
      created_at ${int} not null,
      expires_at ${int} not null
    ) ${strict}`,
    `create index lead_drafts_begun on lead_drafts (created_at)`,
    `create index lead_drafts_age on lead_drafts (expires_at)`,

    `create table webhook_subscriptions (
      what text primary key,
      address_hash text not null,
      subscription_id text,
      tries ${int} not null default 0,
      next_check_at ${int} not null
    ) ${strict}`,
  ]
}

/** Coordinates are millionths of a degree. */
function places({ int, strict, byCodePoint }: Dialect): string[] {
  const common = `row_hash text not null, latitude_e6 ${int} not null, longitude_e6 ${int} not null`
  return [
    `create table place_tables (name text primary key, version text not null, changed_at ${int} not null) ${strict}`,
    `create table districts (
      id text primary key, ${common}, name text not null unique, region text not null, aliases_json text not null
    ) ${strict}`,
    `create table towns (
      id text primary key, ${common}, name text not null, district text not null, population ${int} not null,
      has_home_internet ${int} not null, aliases_json text not null
    ) ${strict}`,
    `create table shops (
      id text primary key, ${common}, cell ${int} not null, kind text not null, name text not null,
      name_key text ${byCodePoint} not null, address text not null, town text not null, district text not null,
      phone text not null, hours_json text not null, services_json text not null,
      translations_json text not null default '{}',
      translated_key text ${byCodePoint} not null default ''
    ) ${strict}`,
    // The nearest shops are found in the index alone.
    `create index shops_place on shops (kind, cell, latitude_e6, longitude_e6, id)`,
    `create index shops_name on shops (kind, name_key)`,
    `create index shops_translated on shops (kind, translated_key) where translated_key <> ''`,

    `create table coverage_reports (
      id text primary key,
      place text not null,
      lat_hundredths ${int} not null,
      lng_hundredths ${int} not null,
      technology text not null check (technology in ('2g', '3g', '4g', '5g')),
      problem text not null check (problem in ('no_signal', 'slow_data', 'dropped_calls', 'better_than_said')),
      at ${int} not null
    ) ${strict}`,
    `create index coverage_reports_at on coverage_reports (at)`,
  ]
}

function help({ int, strict }: Dialect): string[] {
  return [
    `create table help_votes (
      article text not null,
      language text not null,
      kind text not null,
      count ${int} not null,
      primary key (article, language, kind)
    ) ${strict}`,
    `create table missed_searches (
      words text not null,
      language text not null,
      count ${int} not null,
      last_at ${int} not null,
      primary key (words, language)
    ) ${strict}`,
    `create index missed_searches_age on missed_searches (last_at)`,
  ]
}

function operations({ int, strict, rowId }: Dialect): string[] {
  return [
    // A method that was never switched has no row and is open.
    `create table method_switches (
      method text primary key,
      is_open ${int} not null check (is_open in (0, 1)),
      reason text not null,
      who text not null,
      at ${int} not null
    ) ${strict}`,

    `create table operator_actions (
      id ${rowId},
      at ${int} not null,
      who text not null,
      action text not null,
      subject text not null,
      why text not null,
      detail text
    ) ${strict}`,
    `create index operator_actions_subject on operator_actions (subject)`,
    `create index operator_actions_at on operator_actions (at)`,

    // Orders up to this one have been searched for unpaid ones.
    `create table retention_marks (kind text primary key, up_to ${int} not null) ${strict}`,
    `insert into retention_marks values ('unpaid_orders', 0)`,

    `create table recoveries (
      at ${int} primary key,
      since ${int} not null,
      reason text not null,
      who text not null,
      journal_read_at ${int}
    ) ${strict}`,
    `create table database_servers (what text primary key, identity text not null) ${strict}`,

    // The payment is listed until a person closes it, and kept so that it is not listed again.
    `create table unknown_payments (
      gateway text not null,
      reference text not null,
      source text not null,
      calls text not null,
      amount_minor ${int},
      currency text,
      found text not null,
      at ${int} not null,
      created_at ${int} not null,
      closed_at ${int},
      primary key (reference, gateway)
    ) ${strict}`,
  ]
}

/** All tables of the first release, in the order of their foreign keys. */
const groups = [orders, attempts, deliveries, history, messages, limits, leads, places, help, operations]

export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  for (const statement of groups.flatMap((group) => group(dialects[engine]))) await sql.raw(statement).execute(db)
}
