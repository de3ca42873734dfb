import { minorPerWhole } from '@nyanja/domain/money/currencies'
import { isCurrency, type Money, money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { atMost } from '../../common/cache.ts'
import type {
  PaymentGateway,
  PaymentRequest,
  ProviderAttempt,
  RefundResult,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createProvider, demandValue, type ProviderAnswer, type ProviderHooks } from '../call-provider.ts'
import { createNotFoundTally } from '../not-found-tally.ts'
import { returnAddress } from '../return-address.ts'

/** The fields of a refusal that are evaluated. */
const Refused = z.object({ code: z.string().optional(), message: z.string().optional() })

interface PaystackCall<Value> {
  readonly operation: string
  readonly path: string
  readonly schema: z.ZodType<Value>
}

interface PaystackCalls {
  /** Makes a call that may move money, so it is made once. */
  command<Value>(call: PaystackCall<Value>, body: string): Promise<ProviderAnswer<Value>>
  /** Retries the call when Paystack is not reached: undefined when Paystack does not know the reference. */
  ask<Value>(call: PaystackCall<Value>): Promise<Value | undefined>
}

function createPaystackCalls(options: PaystackOptions): PaystackCalls {
  const { baseUrl, secretKey, commandTimeoutMs = 20_000, queryTimeoutMs = 15_000 } = options
  const provider = createProvider('paystack', options)
  const headers = { authorization: `Bearer ${secretKey}` }

  return {
    async command({ operation, path, schema }, body) {
      return provider.send({
        operation,
        url: `${baseUrl}${path}`,
        timeoutMs: commandTimeoutMs,
        schema,
        codeOf,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
    },

    async ask({ operation, path, schema }) {
      const answer = await provider.ask({
        operation,
        url: `${baseUrl}${path}`,
        timeoutMs: queryTimeoutMs,
        schema,
        headers,
        codeOf,
      })
      return !answer.ok && isUnknown(answer.status) ? undefined : demandValue(answer, `paystack ${operation}`)
    },
  }
}

/** Which of the two means an unknown reference depends on the age of the account. */
const isUnknown = (status: number): boolean => status === 404 || status === 400

/** A refusal has a code; a payment or a refund has a status. */
function codeOf(answer: ProviderAnswer<unknown>): string | undefined {
  if (!answer.ok) return refusalIn(answer.error).code
  return Stated.safeParse(answer.value).data?.data.status
}

const Stated = z.object({ data: z.object({ status: z.string().optional() }) })

function refusalIn(error: unknown): z.infer<typeof Refused> {
  return Refused.safeParse(error).data ?? {}
}

export interface PaystackOptions extends ProviderHooks {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  /** The key, which begins with `sk_test_` or `sk_live_`. */
  readonly secretKey: string
  /** The currencies of the merchant's account. Others are refused before Paystack is called. */
  readonly currencies?: readonly string[]
  /** The payment channels of the checkout. */
  readonly channels?: readonly string[]
  /** The timeout of calls that may move money. */
  readonly commandTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly now?: () => number
}

const Verified = z.object({
  data: z.object({
    status: z.string(),
    reference: z.string(),
    amount: z.number().int(),
    /** The requested amount, which differs from `amount` when the customer bears the fees. */
    requested_amount: z.number().int().nullish(),
    currency: z.string(),
  }),
})

type Transaction = z.infer<typeof Verified>['data']

const paid = 'success'
/** The status of a transaction after a full refund by any route. */
const reversed = 'reversed'

// Of the open states only `abandoned` is up to the customer; others may be at the bank.
const resultByStatus: Readonly<Record<string, VerificationResult>> = {
  abandoned: { state: 'pending' },
  ongoing: { state: 'unknown' },
  pending: { state: 'unknown' },
  processing: { state: 'unknown' },
  queued: { state: 'unknown' },
  failed: { state: 'refused', reason: 'declined' },
  [reversed]: { state: 'refused', reason: 'refused' },
}

function toVerificationResult(transaction: Transaction, attempt: ProviderAttempt): VerificationResult {
  const { status, reference } = transaction
  if (status !== paid) return resultByStatus[status] ?? { state: 'unknown' }
  if (!isThisAmount(transaction, attempt))
    return { state: 'review', reason: 'paystack: paid, but not this amount', received: readReceivedAmount(transaction) }
  return {
    state: 'captured',
    attemptId: reference,
    amount: attempt.amount,
    ...(attempt.providerReference !== undefined && { providerReference: attempt.providerReference }),
  }
}

function isThisAmount({ amount, requested_amount, currency }: Transaction, { amount: due }: ProviderAttempt): boolean {
  return currency === due.currency && requested_amount === toHundredths(due) && amount >= toHundredths(due)
}

/** Amounts are hundredths of a whole unit in every currency, also where that has no smaller coin. */
const toHundredths = ({ currency, minor }: Money) => (minor * 100) / minorPerWhole(currency)

function readReceivedAmount({ amount, currency }: Transaction): Money | undefined {
  if (!isCurrency(currency)) return undefined
  const minor = (amount * minorPerWhole(currency)) / 100
  return Number.isSafeInteger(minor) ? money(currency, minor) : undefined
}

const publishedCurrencies = ['NGN', 'GHS', 'ZAR', 'KES', 'USD', 'XOF']
const everyChannel = ['ussd', 'bank', 'card', 'mobile_money', 'bank_transfer', 'qr']

/** Without an opened page no customer can pay, so "not found" is soon reliable. */
const believedAfterMs = 10 * minute

const Started = z.object({
  data: z.object({ authorization_url: z.url({ protocol: /^https?$/ }), access_code: z.string().min(1) }),
})
const Refund = z.object({
  data: z.object({ id: z.union([z.number(), z.string().min(1)]).transform(String), status: z.string() }),
})

const startedByCode: Readonly<Record<string, StartResult>> = {
  duplicate_reference: { outcome: 'waiting' },
  unsupported_currency: { outcome: 'refused', reason: 'unsupported_currency' },
}
/** Older answers have only a message. */
const startedByPrefix: Readonly<Record<string, StartResult | undefined>> = {
  'duplicate transaction reference': startedByCode.duplicate_reference,
  'currency not supported by merchant': startedByCode.unsupported_currency,
}

const refundStates: Readonly<Record<string, RefundResult>> = {
  pending: 'pending',
  processing: 'pending',
  // The refund needs the customer's account by hand; requesting another one would not help.
  'needs-attention': 'pending',
  processed: 'refunded',
  failed: 'refused',
}

/** The access code, by which a popup resumes the payment, is the provider's reference. */
export function createPaystackGateway(options: PaystackOptions): PaymentGateway {
  const { currencies = publishedCurrencies, channels = everyChannel } = options
  const { firstEnquiryAfterMs = 5000, now = Date.now } = options
  const calls = createPaystackCalls(options)
  const notFound = createNotFoundTally(now, believedAfterMs)
  // Paystack finds a refund only by its own id, which it returns once. After a restart the id is unknown; the
  // transaction still shows a refund of the whole amount, but not one of a part.
  const refundIds = new LRUCache<string, string>(atMost(10_000))

  const fetchTransaction = ({ id }: ProviderAttempt) =>
    calls.ask({ operation: 'verify', path: `/transaction/verify/${encodeURIComponent(id)}`, schema: Verified })

  async function verifyRefund(attempt: ProviderAttempt): Promise<RefundResult> {
    const refundId = refundIds.get(attempt.id)
    if (refundId === undefined)
      return (await fetchTransaction(attempt))?.data.status === reversed ? 'refunded' : 'unknown'
    const path = `/refund/${encodeURIComponent(refundId)}`
    const read = await calls.ask({ operation: 'refund.read', path, schema: Refund })
    return refundStates[read?.data.status ?? ''] ?? 'unknown'
  }

  return {
    checkoutType: 'redirect',
    firstEnquiryAfterMs,
    verifyRefund,

    async start(request) {
      if (!currencies.includes(request.amount.currency)) return { outcome: 'refused', reason: 'unsupported_currency' }
      const call = { operation: 'initialize', path: '/transaction/initialize', schema: Started }
      return toStartResult(await calls.command(call, initializeBody(request, channels)))
    },

    async verify(attempt): Promise<VerificationResult> {
      const verified = await fetchTransaction(attempt)
      if (verified === undefined) {
        return notFound.isReliable(attempt.id) ? { state: 'refused', reason: 'refused' } : { state: 'unknown' }
      }
      notFound.forget(attempt.id)
      return toVerificationResult(verified.data, attempt)
    },

    // A checkout cannot be cancelled; only verification shows its outcome.
    async abandon() {},

    refundsParts: true,

    async refund(attempt) {
      const { id, amount, part = amount } = attempt
      const body = JSON.stringify({
        transaction: id,
        amount: toHundredths(part),
        currency: part.currency,
        merchant_note: `Refund of ${id}`,
      })
      const answer = await calls.command({ operation: 'refund', path: '/refund', schema: Refund }, body)
      if (answer.ok) refundIds.set(id, answer.value.data.id)
      else if (answer.status === 401) demandValue(answer, 'paystack refund')
      // An accepted refund is only queued, and a refused one may have been refunded before.
      const state = await verifyRefund(attempt)
      return state === 'unknown' && !answer.ok ? 'refused' : state
    },
  }
}

function toStartResult(answer: ProviderAnswer<z.infer<typeof Started>>): StartResult {
  if (!answer.ok) {
    const { code = '', message = '' } = refusalIn(answer.error)
    const known = startedByCode[code] ?? startedByPrefix[message.toLowerCase()]
    if (known !== undefined) return known
  }
  const { authorization_url, access_code } = demandValue(answer, 'paystack initialize').data
  return { outcome: 'redirect', url: authorization_url, providerReference: access_code }
}

/** Builds the data of a payment that Paystack needs to open a page. Amounts are hundredths in every currency. */
function initializeBody(request: PaymentRequest, channels: readonly string[]): string {
  const { id, amount, description, email, returnUrl, cancelUrl } = request
  return JSON.stringify({
    reference: id,
    amount: toHundredths(amount),
    currency: amount.currency,
    email,
    // The label is shown on the checkout instead of the e-mail address.
    label: description,
    callback_url: returnAddress(returnUrl, 'txref', id),
    channels,
    // Paystack adds nothing to this address.
    metadata: { cancel_action: returnAddress(cancelUrl, 'txref', id) },
  })
}
