import { randomBytes, randomInt } from 'node:crypto'
import { type Holding, KnownWallets } from '../core/known-wallets.ts'

export const pathOf = (operation: string): string => `/mpesa/sandbox/ipg/v2/:market/${operation}/`

/** The name in the fault panel. */
export const routeConfig = (operation: string) => ({ config: { provider: 'mpesa', operation } })

export interface InMarket {
  readonly Params: { readonly market: string }
}

interface Code {
  readonly httpStatus: number
  readonly code: string
  readonly label: string
}

/** M-Pesa's answers. Several refusals share HTTP 401, so only the code distinguishes them. */
export const codes = {
  processed: { httpStatus: 201, code: 'INS-0', label: 'Request processed successfully' },
  internal_error: { httpStatus: 500, code: 'INS-1', label: 'Internal Error' },
  invalid_key: { httpStatus: 401, code: 'INS-2', label: 'Invalid API Key' },
  inactive_user: { httpStatus: 401, code: 'INS-4', label: 'User is not active' },
  cancelled: { httpStatus: 401, code: 'INS-5', label: 'Transaction cancelled by customer' },
  failed: { httpStatus: 401, code: 'INS-6', label: 'Transaction Failed' },
  timed_out: { httpStatus: 408, code: 'INS-9', label: 'Request timeout' },
  duplicate: { httpStatus: 409, code: 'INS-10', label: 'Duplicate Transaction' },
  shortcode: { httpStatus: 400, code: 'INS-13', label: 'Invalid Shortcode Used' },
  amount: { httpStatus: 400, code: 'INS-15', label: 'Invalid Amount Used' },
  overloaded: { httpStatus: 503, code: 'INS-16', label: 'Unable to handle the request due to a temporary overloading' },
  reference: {
    httpStatus: 400,
    code: 'INS-17',
    label: 'Invalid Transaction Reference. Length Should Be Between 1 and 20.',
  },
  transaction_id: { httpStatus: 400, code: 'INS-18', label: 'Invalid TransactionID Used' },
  conversation_id: { httpStatus: 400, code: 'INS-19', label: 'Invalid ThirdPartyReference Used' },
  incomplete: { httpStatus: 400, code: 'INS-20', label: 'Not All Parameters Provided. Please try again.' },
  parameters: { httpStatus: 400, code: 'INS-21', label: 'Parameter validations failed. Please try again.' },
  operation: { httpStatus: 400, code: 'INS-22', label: 'Invalid Operation Type' },
  unknown_status: { httpStatus: 400, code: 'INS-23', label: 'Unknown Status. Contact M-Pesa Support' },
  not_authorised: { httpStatus: 400, code: 'INS-26', label: 'Not authorized' },
  over_limit: { httpStatus: 400, code: 'INS-990', label: 'Customer Transaction Value Limit Breached' },
  inactive_account: { httpStatus: 400, code: 'INS-996', label: 'Customer Account Status Not Active' },
  market: { httpStatus: 400, code: 'INS-998', label: 'Invalid Market' },
  no_balance: { httpStatus: 422, code: 'INS-2006', label: 'Insufficient balance' },
  msisdn: { httpStatus: 400, code: 'INS-2051', label: 'MSISDN invalid.' },
} as const satisfies Readonly<Record<string, Code>>

export type CodeName = keyof typeof codes

export interface Reply {
  readonly httpStatus: number
  readonly body: Readonly<Record<string, string>>
}

export function replyOf(name: CodeName, more: Readonly<Record<string, string>> = {}): Reply {
  const { httpStatus, code, label } = codes[name]
  return { httpStatus, body: { output_ResponseCode: code, output_ResponseDesc: label, ...more } }
}

export interface Market {
  readonly country: string
  readonly callingCode: string
  readonly currencies: readonly string[]
}

/** Markets by the segment of the address. M-Pesa does not operate in Malawi: that market exists in the sandbox only. */
const markets: ReadonlyMap<string, Market> = new Map([
  ['vodacomDRC', { country: 'DRC', callingCode: '243', currencies: ['USD', 'CDF'] }],
  ['vodacomTZN', { country: 'TZN', callingCode: '255', currencies: ['TZS'] }],
  ['vodacomLES', { country: 'LES', callingCode: '266', currencies: ['LSL'] }],
  ['vodafoneGHA', { country: 'GHA', callingCode: '233', currencies: ['GHS'] }],
  ['vodacomMOZ', { country: 'MOZ', callingCode: '258', currencies: ['MZN'] }],
  ['sandboxMWI', { country: 'MWI', callingCode: '265', currencies: ['MWK'] }],
])

export const findMarket = (segment: string): Market | undefined => markets.get(segment)

export const modes = ['asynchronous', 'synchronous'] as const

/** Decides whether a collection is answered immediately with the result in a callback, or when the payer has acted. */
export type Mode = (typeof modes)[number]

export const refundModes = ['done', 'refused'] as const

/** Settings that the panel may change while the sandbox runs. */
export interface Settings {
  mode: Mode
  /** How long a prompt waits for the PIN. */
  promptMs: number
  /** How long a session is valid, and when it becomes valid. */
  sessionMs: number
  sessionDelayMs: number
  refunds: (typeof refundModes)[number]
}

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Ten characters, as customers read them in the SMS: `8HN3K27QZP`. */
export const newTransactionId = (): string =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

/** Makes an id such as `AG_20261120_00004d1f0c6b7e9a2f33`. */
export function newConversationId(at: Date): string {
  const day = at.toISOString().slice(0, 10).replaceAll('-', '')
  return `AG_${day}_0000${randomBytes(8).toString('hex')}`
}

/** Wallets are found by international digits. */
export interface Wallet extends Holding {
  readonly pin: string
  isActive: boolean
}

/** The provider's own test subscriber, and the demo numbers of every market. */
const known = /^(?:000000000001|\d{3}(?:999|830)000\d{3})$/
const withoutWallet = /000031$/
const inactive = /000032$/
const poor = /000030$/
const poorMinor = 2_000

export type Wallets = KnownWallets<Wallet>

export const walletsWith = (usualMinor: number): Wallets =>
  new KnownWallets({
    openingMinor(msisdn) {
      if (!known.test(msisdn) || withoutWallet.test(msisdn)) return undefined
      return poor.test(msisdn) ? poorMinor : usualMinor
    },
    make: (msisdn, balanceMinor) => ({ msisdn, pin: '1234', balanceMinor, isActive: !inactive.test(msisdn) }),
  })
