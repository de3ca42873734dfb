import type { Method } from '@nyanja/server/payments/attempt'
import type { Gateway } from '@nyanja/server/payments/payment-gateway'
import type { Chance } from './machine.ts'

/** What an external system may do on its own, and how often it does when that is random. */
const oddities = {
  startRefused: 0.08,
  /** It reports "refused", and still prompts the handset. */
  startUntrue: 0.02,
  verifyUnknown: 0.1,
  /** It reports "refused", and charges later. */
  verifyUntrue: 0.01,
  pinRefused: 0.05,
  /** It reports "refused" for a PIN, and still charges. */
  pinUntrue: 0.02,
  /** It has the PIN, and charges later. */
  pinWaits: 0.3,
  consentLapsed: 0.02,
  /** A process stalls before it stores a result, for longer than its lease. */
  standsStill: 0.004,
  staysOpenTooLong: 0.3,
  abandonIgnored: 0.2,
  otherAmount: 0.08,
  otherPayment: 0.01,
  namedLikeAnother: 0.02,
  refundRefused: 0.1,
  refundWaits: 0.3,
  refundStillWaits: 0.5,
  deliveryRefused: 0.08,
  deliveryWaits: 0.2,
  deliveryStillWaits: 0.5,
  deliveryFails: 0.3,
  /** No connection can be made. */
  notSent: 0.1,
  /** It answers each order with an error, and does nothing. */
  orderingDown: 0.02,
  /** It denies an order that it has accepted, and still executes it. */
  acceptedDenied: 0.05,
  /** An order that it received can be found only after a while. */
  foundLater: 0.2,
  /** A line has less airtime than was refunded. */
  balanceTooLow: 0.2,
} as const
export type Oddity = keyof typeof oddities

export type Call =
  | 'start'
  | 'submitPin'
  | 'verify'
  | 'abandon'
  | 'refund'
  | 'verifyRefund'
  | 'prepare'
  | 'send'
  | 'findByReference'
  | 'balanceOf'

/** The faults of an external system in a call about one payment; none once the run ends. */
export interface InjectedFaults {
  /** Throws when the call does not arrive. */
  before(call: Call, id: string): void
  /** Throws when the call has had its effect, and the answer is lost. */
  after(call: Call, id: string): void
  happens(oddity: Oddity, id: string): boolean
  /** No call fails any more. */
  readonly isOver: boolean
  end(): void
}

const lostShare = 0.12

export function createInjectedFaults(chance: Chance): InjectedFaults {
  let isOver = false
  const happens = (probability: number) => !isOver && chance.happens(probability)
  const fail = (what: string) => {
    if (happens(lostShare)) throw new Error(what)
  }
  return {
    before: (call) => fail(`${call} has not arrived`),
    after: (call) => fail(`the answer to ${call} is lost`),
    happens: (oddity) => happens(oddities[oddity]),
    get isOver() {
      return isOver
    },
    end: () => {
      isOver = true
    },
  }
}

/** Every call may be lost on its way, or its answer on the way back. */
export async function overNetwork<T>(
  injectedFaults: InjectedFaults,
  call: Call,
  id: string,
  answer: () => T,
): Promise<T> {
  injectedFaults.before(call, id)
  const given = answer()
  injectedFaults.after(call, id)
  return given
}

/** What providers differ in. */
export interface Kind {
  readonly checkoutType: Gateway['checkoutType']
  /** It charges at the start, without asking the payer. */
  readonly takesAtStart?: true
  /** One long call until the PIN is typed, and its end is the only report of a refusal. */
  readonly callsLong?: true
  /** A payment that it could not find for this long never existed. */
  readonly deniedAfterMs?: number
  /** The answer to a wrong PIN contains another key; otherwise the payment is started again for one. */
  readonly givesNextKey?: true
  readonly recallsRefunds: boolean
  /** A person refunds in the provider's own console. */
  readonly isRefundedByHand?: true
  /** Its refund call takes an amount; otherwise a person refunds a part. */
  readonly refundsParts?: true
  /** A repeated refund returns the result of the first. */
  readonly refundsOnce: boolean
  readonly mayLetRefundsWait: boolean
}

export const kinds = {
  card: {
    checkoutType: 'redirect',
    refundsParts: true,
    recallsRefunds: true,
    refundsOnce: false,
    mayLetRefundsWait: true,
  },
  wallet: { checkoutType: 'push', recallsRefunds: false, refundsOnce: false, mayLetRefundsWait: false },
  airtime: {
    checkoutType: 'direct',
    takesAtStart: true,
    deniedAfterMs: 60_000,
    refundsParts: true,
    recallsRefunds: true,
    refundsOnce: true,
    mayLetRefundsWait: false,
  },
  mpesa: {
    checkoutType: 'push',
    callsLong: true,
    refundsParts: true,
    recallsRefunds: true,
    refundsOnce: true,
    mayLetRefundsWait: true,
  },
  pin_wallet: {
    checkoutType: 'pin',
    deniedAfterMs: 600_000,
    givesNextKey: true,
    refundsParts: true,
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

/** Wallets with a PIN are keyed by their payment method. */
export const walletOf = { nyanja_money_pin: 'pin_wallet', smartcash: 'smartcash' } as const satisfies Partial<
  Record<Method, PinWalletName>
>
export type PinMethod = keyof typeof walletOf

export function isPinMethod(method: Method): method is PinMethod {
  return method in walletOf
}
