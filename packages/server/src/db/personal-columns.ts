import type { PersonalKind } from '@nyanja/database/data-keys'
import type { Database } from './schema.ts'

type TextColumns<Table extends keyof Database> = Partial<Record<keyof Database[Table] & string, PersonalKind>>

/** Columns that identify a person. Events, sums and the audit of staff have none. */
export const personalColumns = {
  orders: { msisdn: 'number', email: 'email', bill_json: 'text', items_json: 'text', gift_message: 'text' },
  order_numbers: { msisdn: 'number' },
  pay_links: { msisdn: 'number', choice_json: 'text' },
  attempts: { payer_msisdn: 'number', email: 'email' },
  prompted_wallets: { payer_msisdn: 'number' },
  deliveries: { msisdn: 'number', bill_json: 'text', items_json: 'text' },
  corrections: { wanted_msisdn: 'number' },
  reminders: { msisdn: 'number' },
  messages: { msisdn: 'number', params_json: 'text' },
  mails: { params_json: 'text' },
  idempotency: { answer: 'text' },
  one_time_codes: { msisdn: 'number', payer: 'number' },
  rate_counters: { key: 'number' },
  submissions: { msisdn: 'number', email: 'email', answers_json: 'text' },
  leads: { full_name: 'text', msisdn: 'number', email: 'email', address_json: 'text' },
  lead_drafts: { answers_json: 'text', lead_json: 'text' },
} as const satisfies { readonly [Table in keyof Database]?: TextColumns<Table> }
