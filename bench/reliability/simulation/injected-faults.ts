import type { Method } from '@nyanja/server/payments/attempt'
import type { Gateway } from '@nyanja/server/payments/payment-gateway'
import type { Chance } from './machine.ts'

/** What another party may do of its own accord, and how often it does when that is left to chance. */
const oddities = {
  startRefused: 0.08,
  /** It says "refused", and the handset asks all the same. */
  startUntrue: 0.02,
  verifyUnknown: 0.1,
  /** It says "refused", and the money comes later. */
  verifyUntrue: 0.01,
  pinRefused: 0.05,
  /** It says "refused" to a PIN, and takes the money all the same. */
  pinUntrue: 0.02,
  /** It has the PIN, and the money comes later. */
  pinWaits: 0.3,
  consentLapsed: 0.02,
  /** A process stands still before it writes what it has learned, for longer than its lease. */
  standsStill: 0.004,
  staysOpenTooLong: 0.3,
  abandonIgnored: 0.2,
  otherAmount: 0.03,
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
  /** What it has accepted it denies when asked, and does it all the same. */
  acceptedDenied: 0.05,
  /** What it was sent can be found there only after a while. */
  foundLater: 0.2,
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

/** How the other party may let a call about one payment down; silent once the run comes to its end. */
export interface InjectedFaults {
  /** Throws when the call does not arrive. */
  before(call: Call, id: string): void
  /** Throws when the call has had its effect, and the answer is lost. */
  after(call: Call, id: string): void
  happens(oddity: Oddity, id: string): boolean
  /** Nothing fails any more. */
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
  card: { checkoutType: 'redirect', recallsRefunds: true, refundsOnce: false, mayLetRefundsWait: true },
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
