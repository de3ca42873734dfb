/** Tingg's statuses of a request, with Tingg's words. */
export const statusWords = {
  99: 'Failed payment received, request still open',
  129: 'Request expired without payment',
  130: 'New request',
  176: 'Partial payment made, request closed',
  178: 'Full payment made',
  179: 'Request expired with partial payments',
  180: 'Payment rejected by the merchant',
  183: 'Payment accepted by the merchant',
  184: 'Partial refund initiated',
  185: 'Full refund initiated',
  186: 'Partial refund processed',
  187: 'Full refund processed',
  188: 'Payment received by the merchant',
  191: 'Refund expired',
  422: 'Invalid request',
} as const satisfies Readonly<Record<number, string>>

export type RequestStatus = keyof typeof statusWords

/** As long as one of these stands the customer may pay, until the due date. */
export const payable: readonly RequestStatus[] = [130, 99]

/** Paid, and the merchant has not said finally what he makes of it. */
export const unacknowledged: readonly RequestStatus[] = [178, 188]

/** Paid and taken by the merchant, so that it can be given back. */
export const refundable: readonly RequestStatus[] = [183, 186, 191]
