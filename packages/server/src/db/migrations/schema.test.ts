import { leadMoves, submissionMoves } from '@nyanja/domain/leads/lead-states'
import { legalMoves } from '@nyanja/domain/payments/payment-states'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openPayments } from '../payments/test-payments.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { migrateTables, migrations } from './all.ts'

const asTexts = (rows: readonly object[]) => new Set(rows.map((row) => JSON.stringify(Object.entries(row).sort())))

describeOnEachEngine('the tables of a release', (open) => {
  it('contain the legal moves of a payment as in the domain', async () => {
    const rows = await (await open()).db.selectFrom('legal_moves').selectAll().execute()
    const domain = legalMoves.map(({ component, from, to }) => ({ component, from_state: from, to_state: to }))
    expect(asTexts(rows)).toEqual(asTexts(domain))
  })

  it('contain the legal moves of a home internet order as in the domain', async () => {
    const rows = await (await open()).db.selectFrom('lead_moves').selectAll().execute()
    const domain = [
      ...leadMoves.map(({ from, to }) => ({ component: 'stage', from_state: from, to_state: to })),
      ...submissionMoves.map(({ from, to }) => ({ component: 'submission', from_state: from, to_state: to })),
    ]
    expect(asTexts(rows)).toEqual(asTexts(domain))
  })

  it('keep what earlier releases have stored', async () => {
    const database = await open(migrations.filter(({ name }) => name < '0013'))
    const { db } = database
    await sql`insert into orders (id, channel, language, msisdn, line_type, kind, redirect_page, created_at, expires_at)
      values ('or-1', 'web', 'en', '991234567', 'PREPAID', 'airtime', '', 1, 2)`.execute(db)
    const states = ['asked', 'moved', 'refused'] as const
    for (const [minutes, state] of states.entries()) {
      await sql`insert into attempts (id, order_id, reference, method, gateway, checkout_type, state, amount_minor, currency,
          payer_msisdn, return_token, created_at, expires_at)
        values (${state}, 'or-1', ${state}, 'card', 'dpo', 'redirect', 'captured', 100, 'MWK', '991234567', ${state}, 1, 2)`.execute(
        db,
      )
      const refusal = state === 'refused' ? 'already_used' : null
      await sql`insert into corrections (attempt_id, wanted_msisdn, state, refusal, asked_at, decided_at)
        values (${state}, '999000012', ${state}, ${refusal}, ${minutes}, ${state === 'asked' ? null : 7})`.execute(db)
    }
    await sql`insert into deliveries (attempt_id, order_id, kind, msisdn, amount_minor, currency, state, bss_reference, created_at)
      values ('moved', 'or-1', 'airtime', '991234567', 100, 'MWK', 'delivered', 'B-1', 1)`.execute(db)
    const read = async () => asTexts(await db.selectFrom('corrections').selectAll().execute())
    const before = await read()
    await migrateTables(database)
    expect(await read()).toEqual(before)
    await db.updateTable('corrections').set({ state: 'refunded', decided_at: 8 }).where('state', '=', 'asked').execute()
    expect(await db.selectFrom('attempts').select('received_minor').execute()).toHaveLength(states.length)
    expect(await db.selectFrom('orders').select(['id', 'kind']).execute()).toEqual([{ id: 'or-1', kind: 'airtime' }])
    expect(await db.selectFrom('deliveries').select(['kind', 'state', 'bss_reference', 'sends']).execute()).toEqual([
      { kind: 'airtime', state: 'delivered', bss_reference: 'B-1', sends: 0 },
    ])
    await db.updateTable('orders').set({ kind: 'several' }).execute()
    await db.updateTable('deliveries').set({ kind: 'several' }).execute()
  })

  it('refuse an order of an unknown kind, and a delivery without its kind', async () => {
    const { db } = await open()
    const order = (id: string, kind: string) => sql`insert into orders
      (id, channel, language, msisdn, line_type, kind, redirect_page, created_at, expires_at)
      values (${id}, 'web', 'en', '991234567', 'PREPAID', ${kind}, '', 1, 2)`
    await order('or-1', 'plan').execute(db)
    await expect(order('or-2', 'potatoes').execute(db)).rejects.toThrow(/check/i)
    await sql`insert into attempts (id, order_id, reference, method, gateway, checkout_type, state, amount_minor, currency,
        payer_msisdn, return_token, created_at, expires_at)
      values ('at-1', 'or-1', 'r', 'card', 'dpo', 'redirect', 'captured', 100, 'MWK', '991234567', 't', 1, 2)`.execute(
      db,
    )
    const withoutKind = sql`insert into deliveries (attempt_id, order_id, msisdn, amount_minor, currency, state, created_at)
      values ('at-1', 'or-1', '991234567', 100, 'MWK', 'due', 1)`
    await expect(withoutKind.execute(db)).rejects.toThrow(/null/i)
  })

  it('accept a message of one kind about a payment only once', async () => {
    const database = await open()
    const harness = openPayments(database)
    const { id } = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })
    const add = (messageId: string) =>
      sql`insert into messages (id, attempt_id, kind, msisdn, language, params_json, state, created_at, next_check_at)
        values (${messageId}, ${id}, 'refunded', '1', 'en', '{}', 'due', 1, 1)`.execute(database.db)
    await add('m-1')
    await expect(add('m-2')).rejects.toThrow(/unique/i)
  })
})
