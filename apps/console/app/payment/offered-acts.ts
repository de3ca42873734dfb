import type { Act } from '@nyanja/domain/staff/acts'

/** What the page of a payment offers forms for. */
export const offeredActs = [
  'reveal',
  'ask_again',
  'send_receipt',
  'resolve_paid',
  'resolve_unpaid',
  'resolve_delivered',
  'resolve_refund',
  'resolve_refunded',
  'resolve_closed',
  'move_number',
  'refuse_move',
  'refund',
  'approve',
  'decline',
] as const satisfies readonly Act[]
