// @ts-nocheck
interface RefusalShape {
  /** The specification's code where it has one. */
  readonly code?: number | string
  readonly reason: string
}

/** Why a provider refused to take the money, as channels are told. */
export const refusals = {
  cancelled_by_customer: { reason: 'Cancelled by the customer' },
  declined: { reason: 'Declined by the bank' },
  expired: { reason: 'Not confirmed in time' },
  insufficient_funds: { reason: "Looks like you don't have sufficient balance" },
  invalid_user: { code: 4001, reason: 'Please enter valid {product} number' },
  limit_exceeded: { reason: 'The amount is above a limit of the payer' },
  unsupported_currency: { reason: 'The currency is not supported' },
  wrong_pin: { code: 1004, reason: 'Please enter correct PIN' },
  refused: { reason: 'Refused by the payment provider' },
} as const satisfies Record<string, RefusalShape>
