import type { Act } from '@nyanja/domain/staff/acts'

/** What each page offers forms for. */
export const offeredActs = {
  payment: [
    ...(['reveal', 'ask_again', 'send_receipt', 'move_number', 'refuse_move'] as const),
    ...(['refund', 'refund_part', 'give_credit', 'take_back', 'approve', 'decline'] as const),
    ...(['resolve_paid', 'resolve_unpaid', 'resolve_delivered'] as const),
    ...(['resolve_refund', 'resolve_refunded', 'resolve_closed'] as const),
  ],
  message: ['reveal', 'finish_message'],
  lead: ['reveal', 'retry_lead', 'close_lead'],
  complaint: ['close_coverage'],
  operations: ['switch_off', 'switch_on', 'show_incident', 'withdraw_incident'],
  audit: ['erase_note'],
  difference: ['close_case', 'explain_case', 'reopen_case'],
  settlement: ['withdraw_import', 'approve', 'decline'],
  day: ['close_day'],
} as const satisfies Readonly<Record<string, readonly Act[]>>
