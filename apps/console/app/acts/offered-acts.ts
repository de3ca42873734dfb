import type { Act } from '@nyanja/domain/staff/acts'

/** What pages other than that of a payment offer forms for. */
export const offeredActs = {
  message: ['reveal', 'finish_message'],
  lead: ['reveal', 'retry_lead', 'close_lead'],
  operations: ['switch_off', 'switch_on', 'show_incident', 'withdraw_incident'],
  audit: ['erase_note'],
  difference: ['close_case', 'explain_case', 'reopen_case'],
  day: ['close_day'],
} as const satisfies Readonly<Record<string, readonly Act[]>>
