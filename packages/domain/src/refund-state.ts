/** The refund leg: money on its way back. */
export const refundStates = ['due', 'requesting', 'refunded', 'review'] as const
export type RefundState = (typeof refundStates)[number]

export const nextRefundStates: Readonly<Record<RefundState, readonly RefundState[]>> = {
  // To a person at once where the gateway has no call for refunds.
  due: ['requesting', 'review'],
  // The answer of a refund can be lost; it is asked for again, and a person decides when the provider cannot say.
  requesting: ['refunded', 'review', 'due'],
  refunded: [],
  review: ['refunded'],
}
