import { sql } from 'kysely'
import type { OpenDatabase } from '../open.ts'

/** Rows as the first release wrote them: today's stores know columns that it did not have. */
export const oldOrder = (id: string, kind: string) => `insert into orders
  (id, channel, language, msisdn, line_type, kind, redirect_page, created_at, expires_at)
  values ('${id}', 'web', 'en', '991234567', 'PREPAID', '${kind}', '', 1, 2)`

export const oldAttempt = (id: string, orderId: string) => `insert into attempts
  (id, order_id, reference, method, gateway, hands_over, state, amount_minor, currency, payer_msisdn, return_token,
    created_at, expires_at)
  values ('${id}', '${orderId}', 'r', 'card', 'dpo', 'page', 'captured', 100, 'MWK', '991234567', 't', 1, 2)`

export const run = ({ db }: OpenDatabase, statement: string) => sql.raw<Record<string, unknown>>(statement).execute(db)
