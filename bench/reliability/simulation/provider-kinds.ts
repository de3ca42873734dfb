import type { Method } from '@nyanja/server/payments/attempt'
import type { Gateway } from '@nyanja/server/payments/payment-gateway'

/** What sets providers apart. */
export interface Kind {
  readonly checkoutType: Gateway['checkoutType']
  /** The payer is not asked: the money is gone with the start. */
  readonly takesAtStart?: true
  /** One long call until the PIN is typed, and its end is the only word on a refusal. */
  readonly callsLong?: true
  /** What was never found there for so long has never been. */
  readonly deniedAfterMs?: number
  /** Another key comes with the answer to a wrong PIN; otherwise the payment is started again for one. */
  readonly givesNextKey?: true
  readonly recallsRefunds: boolean
  /** A person gives money back, in a console of its own. */
  readonly isRefundedByHand?: true
  /** Asked again for the same refund, it answers what became of the first. */
  readonly refundsOnce: boolean
  readonly mayLetRefundsWait: boolean
}

export const kinds = {
  card: { checkoutType: 'page', recallsRefunds: true, refundsOnce: false, mayLetRefundsWait: true },
  wallet: { checkoutType: 'push', recallsRefunds: false, refundsOnce: false, mayLetRefundsWait: false },
  airtime: {
    checkoutType: 'direct',
    takesAtStart: true,
    deniedAfterMs: 60_000,
    recallsRefunds: true,
    refundsOnce: true,
    mayLetRefundsWait: false,
  },
  mpesa: { checkoutType: 'push', callsLong: true, recallsRefunds: true, refundsOnce: true, mayLetRefundsWait: true },
  pin_wallet: {
    checkoutType: 'pin',
    deniedAfterMs: 600_000,
    givesNextKey: true,
    recallsRefunds: true,
    refundsOnce: true,
    mayLetRefundsWait: true,
  },
  smartcash: {
    checkoutType: 'pin',
    deniedAfterMs: 600_000,
    isRefundedByHand: true,
    recallsRefunds: true,
    refundsOnce: true,
    mayLetRefundsWait: true,
  },
} as const satisfies Record<string, Kind>

export type ProviderName = keyof typeof kinds
export type PinWalletName = (typeof pinWalletNames)[number]
export const pinWalletNames = ['pin_wallet', 'smartcash'] as const satisfies readonly ProviderName[]
export const providerNames = [
  'card',
  'wallet',
  'airtime',
  'mpesa',
  ...pinWalletNames,
] as const satisfies readonly ProviderName[]

/** Wallets that take a PIN, by the payment method that they stand behind. */
export const walletOf = { nyanja_money_pin: 'pin_wallet', smartcash: 'smartcash' } as const satisfies Partial<
  Record<Method, PinWalletName>
>
export type PinMethod = keyof typeof walletOf

export function isPinMethod(method: Method): method is PinMethod {
  return method in walletOf
}
