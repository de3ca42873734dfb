import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The first letters of the ids of that time (`common/ids.ts`). */
const idLead = `create function id_lead(at bigint) returns text language sql immutable strict as $$
  select string_agg(substr('${alphabet}', (((at / 960000) >> (5 * (3 - place))) & 31)::int + 1, 1), '' order by place)
  from generate_series(0, 3) as place
$$`

/** Some languages sort letters differently alone and in pairs: ids of one month may not be adjacent there. */
const sortsIds = `create function sorts_ids() returns boolean language sql stable as $$
  with letters (letter) as (select * from string_to_table('${alphabet}', null)),
    sorted as (
      select row_number() over (order by one.letter || other.letter) as place,
        row_number() over (order by (one.letter || other.letter) collate "C") as place_by_code
      from letters as one, letters as other)
  select not exists (select from sorted where place <> place_by_code)
$$`

/** The ids of a month are from `low` on and below `high`. Their first letters begin again in October 2033. */
const eventMonth = `create function event_month(month timestamp, out ends_at bigint, out low text, out high text)
  language sql stable as $$
  select ends_at, low, case when high > low collate "C" then high else repeat('Z', 31) end
  from (select (extract(epoch from month) * 1000)::bigint as starts_at,
      (extract(epoch from month + interval '1 month') * 1000)::bigint as ends_at) as times,
    lateral (select id_lead(starts_at) as low, id_lead(ends_at) as high) as leads
$$`

/** The partitions that can be dropped. `events_until_2026_12` has all rows from before December. */
const eventMonths = `create function event_months()
  returns table (name text, low text, high text, ends_at bigint) language sql stable as $$
  select relname::text, case when is_until then '' else month.low end, month.high, month.ends_at
  from pg_inherits join pg_class on pg_class.oid = inhrelid,
    lateral (select relname like 'events\\_until\\_%' as is_until,
      to_date(right(relname, 7), 'YYYY_MM')::timestamp as named) as months,
    lateral event_month(case when is_until then named - interval '1 month' else named end) as month
  where inhparent = 'events'::regclass and relname ~ '^events_(until_)?[0-9]{4}_[0-9]{2}$'
$$`

/** Roles that may delete payments may drop the history of ended ones; others, such as readers, may not. */
const mayDelete = `if not has_table_privilege(session_user, 'events', 'delete') then
    raise insufficient_privilege using message = 'events are not yours to move';
  end if;`

/**
 * Functions that change tables for a role that may not. They wait no longer for a lock, since payments queue behind it.
 */
const asOwner = `language plpgsql security definer set lock_timeout = '500ms'`

const addEventMonths = `create function add_event_months(at bigint, ahead int) returns int ${asOwner} as $$
declare
  this_month constant timestamp := date_trunc('month', to_timestamp(at / 1000.0) at time zone 'UTC');
  month timestamp;
  ids record;
  partition text;
  added int := 0;
begin
  ${mayDelete}
  if not sorts_ids() then
    return 0;
  end if;
  for month in select generate_series(this_month, this_month + make_interval(months => ahead), '1 month') loop
    partition := to_char(month, '"events_"YYYY_MM');
    select * into ids from event_month(month);
    -- Rows that are in the rest stay there: they are deleted one by one.
    continue when to_regclass(partition) is not null
      or exists (select from event_months() where event_months.low < ids.high and ids.low < event_months.high)
      or exists (select from events_rest where attempt_id >= ids.low and attempt_id < ids.high);
    execute format('create table %I (like events including defaults, primary key (id))', partition);
    execute format('alter table events attach partition %I for values from (%L) to (%L)',
      partition, ids.low, ids.high);
    added := added + 1;
  end loop;
  return added;
end $$`

/**
 * Keeps rows from being added to the month for the rest of the transaction, and other processes from dropping it. False
 * when it is gone.
 */
const holdEventMonth = `create function hold_event_month(month text) returns boolean ${asOwner} as $$
begin
  ${mayDelete}
  if not exists (select from event_months() where name = month) then
    return false;
  end if;
  execute format('lock table %I in share row exclusive mode', month);
  return true;
exception when undefined_table then
  -- Another process has dropped it meanwhile.
  return false;
end $$`

/** Drops the month with the history of all its payments but these, which becomes a part of the rest. */
const dropEventMonth = `create function drop_event_month(month text, kept_attempts text[]) returns void ${asOwner} as $$
declare
  kept events[];
begin
  ${mayDelete}
  if not exists (select from event_months() where name = month) then
    raise 'There is no month %', month;
  end if;
  execute format('select array_agg(row_of::events) from %I as row_of where attempt_id = any ($1)', month)
    into kept using kept_attempts;
  execute format('drop table %I', month);
  insert into events select * from unnest(kept);
end $$`

/** The functions in the order in which they refer to each other. */
const functions = [idLead, sortsIds, eventMonth, eventMonths, addEventMonths, holdEventMonth, dropEventMonth]
const signatures = [
  ...['id_lead(bigint)', 'sorts_ids()', 'event_month(timestamp)', 'event_months()'],
  ...['add_event_months(bigint, int)', 'hold_event_month(text)', 'drop_event_month(text, text[])'],
]

/** The indexes as in the migrations that made them: an index of the table is then an index of the partition. */
const indexes = [
  `create index events_attempt on events (attempt_id)`,
  `create index events_of_day on events (at, id) where to_state in ('captured', 'captured_late', 'reversed',
    'delivered', 'impossible', 'refunded', 'review', 'refused', 'expired')`,
]

const newTable = [
  // The tables are locked in the order in which payments lock them.
  `lock table attempts, legal_moves in share row exclusive mode`,
  `lock table events in access exclusive mode`,
  `alter table events rename to events_before`,
  `drop trigger events_append_only on events_before`,
  `alter index events_attempt rename to events_before_attempt`,
  `alter index events_of_day rename to events_before_of_day`,
  `create table events (like events_before) partition by range (attempt_id)`,
  `do $$
  declare
    last bigint;
  begin
    execute format('select last_value + 1 from %s', pg_get_serial_sequence('events_before', 'id')) into last;
    alter table events_before alter column id drop identity;
    execute format('create sequence events_id_seq start %s owned by events.id', last);
  end $$`,
  `alter table events alter column id set default nextval('events_id_seq')`,
  `alter table events_before alter column id set default nextval('events_id_seq')`,
  `alter table events add foreign key (attempt_id) references attempts (id)`,
  `alter table events add foreign key (component, from_state, to_state)
    references legal_moves (component, from_state, to_state)`,
  ...indexes,
]

/** The existing table becomes the first partition; it is read once, and not written. */
const attachBefore = `do $$
declare
  month timestamp := date_trunc('month', now() at time zone 'UTC');
  first timestamp;
  lowest text;
begin
  for month in select generate_series(month, month + interval '2 months', '1 month') loop
    lowest := (event_month(month)).low;
    if sorts_ids() and not exists (select from events_before where attempt_id >= lowest) then
      first := month;
      exit;
    end if;
  end loop;
  if first is null then
    -- Nothing can be said about its ids.
    alter table events_before rename to events_rest;
    alter table events attach partition events_rest default;
  else
    execute format('alter table events attach partition events_before for values from (minvalue) to (%L)',
      (event_month(first)).low);
    execute format('alter table events_before rename to %I', to_char(first, '"events_until_"YYYY_MM'));
    create table events_rest partition of events default;
    alter table events_rest add primary key (id);
  end if;
end $$`

/** Gives the roles that have a right to the table the same right to the new one. */
const passRights = `do $$
declare
  owner constant name := (select rolname from pg_class join pg_roles on pg_roles.oid = relowner
    where pg_class.oid = 'events_before'::regclass);
  granted record;
  signature text;
begin
  for granted in
    select privilege_type, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as who
    from pg_class, aclexplode(relacl) where pg_class.oid = 'events_before'::regclass and grantee <> relowner
  loop
    execute format('grant %s on events to %s', granted.privilege_type, granted.who);
    if granted.privilege_type = 'INSERT' then
      execute format('grant usage on sequence events_id_seq to %s', granted.who);
    end if;
  end loop;
  execute format('alter table events owner to %I', owner);
  foreach signature in array string_to_array('${signatures.join(';')}', ';') loop
    execute format('alter function %s owner to %I', signature, owner);
    -- Whoever calls them has tables of a session, which must not stand in for these.
    execute format('alter function %s set search_path = %I, pg_temp', signature, current_schema());
  end loop;
end $$`

const monthsAhead = 2

/**
 * On PostgreSQL the history has a partition for each month in which its payments were begun, so that retention drops a
 * month instead of deleting its rows. SQLite has no partitions.
 */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  const statements = [
    ...newTable,
    ...functions,
    passRights,
    attachBefore,
    `create trigger events_append_only before update or delete on events
      for each row execute function refuse_event_change()`,
    `select add_event_months((extract(epoch from now()) * 1000)::bigint, ${monthsAhead})`,
    // Each payment changes its rows several times, so these tables are vacuumed early: a fifth of two years would be
    // weeks without a vacuum.
    ...['orders', 'attempts', 'deliveries', 'messages'].map(
      (table) =>
        `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02)`,
    ),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
