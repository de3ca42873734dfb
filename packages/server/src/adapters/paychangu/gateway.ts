import { PortalError } from '@nyanja/domain/errors'
import { isCurrency, type Money, majorText, parseMoney } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { z } from 'zod'
import type {
  PaymentGateway,
  PaymentRequest,
  ProviderAttempt,
  RefundResult,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createProvider, type ProviderAnswer, type ProviderCall, type ProviderHooks } from '../call-provider.ts'
import { createNotFoundTally } from '../not-found-tally.ts'
import { returnAddress } from '../return-address.ts'

export interface PaychanguOptions extends ProviderHooks {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  /** The key, which begins with `SEC-` and selects test or live mode. */
  readonly secretKey: string
  readonly commandTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly now?: () => number
}

const Text = z.union([z.string(), z.number().transform(String)]).nullish()

const Details = z.object({
  data: z
    .object({ tx_ref: Text, reference: Text, status: z.string().nullish(), currency: Text, amount: Text })
    .nullish(),
})

type Payment = NonNullable<z.infer<typeof Details>['data']>

const resultByStatus: Readonly<Record<string, (payment: Payment) => VerificationResult>> = {
  success: captured,
  // The page lets the visitor try another card, and reports a cancelled payment like a declined one.
  failed: () => ({ state: 'refused', reason: 'declined' }),
  pending: () => ({ state: 'pending' }),
}

/** The outer status is that of the query, not of the money. */
export function toVerificationResult(body: unknown): VerificationResult {
  const payment = Details.safeParse(body).data?.data
  const status = payment?.status ?? ''
  const toResult = Object.hasOwn(resultByStatus, status) ? resultByStatus[status] : undefined
  return payment && toResult ? toResult(payment) : { state: 'unknown' }
}

function captured({ tx_ref, reference, currency, amount }: Payment): VerificationResult {
  const money = moneyOf(currency ?? '', amount ?? '')
  if (!tx_ref || money === undefined) return { state: 'review', reason: 'paychangu: paid, but not what or how much' }
  return { state: 'captured', attemptId: tx_ref, amount: money, ...(reference && { providerReference: reference }) }
}

/** Some answers have thousands separators: `10,000.00`. */
function moneyOf(currency: string, amount: string): Money | undefined {
  return isCurrency(currency) ? parseMoney(amount.replace(/,(?=\d{3}(?!\d))/g, ''), currency) : undefined
}

const Started = z.object({ data: z.object({ checkout_url: z.url({ protocol: /^https?$/ }) }) })
const Refused = z.object({ message: z.record(z.string(), z.unknown()) })
const Refunded = z.object({ status: z.string(), data: z.object({ status: z.string().nullish() }).nullish() })

/** The field that PayChangu rejects. A reference that is taken means that the payment was started before. */
const startedByField: Readonly<Record<string, StartResult>> = {
  tx_ref: { outcome: 'waiting' },
  currency: { outcome: 'refused', reason: 'unsupported_currency' },
  amount: { outcome: 'refused', reason: 'limit_exceeded' },
}

const refundStates: Readonly<Record<string, RefundResult>> = {
  success: 'refunded',
  refunded: 'refunded',
  pending: 'pending',
  processing: 'pending',
  failed: 'refused',
}

/** Without an opened page no customer can pay, so "not found" is soon reliable. */
const believedAfterMs = 10 * minute

/** Tells whether the key or the account caused the refusal, which then says nothing about a payment. */
const isUnauthorised = (status: number): boolean => status === 401 || status === 403

export function createPaychanguGateway(options: PaychanguOptions): PaymentGateway {
  const { commandTimeoutMs = 30_000, queryTimeoutMs = 20_000, firstEnquiryAfterMs = 5000, now = Date.now } = options
  const provider = createProvider('paychangu', options)
  const callOf = createCallOf(options)
  const notFound = createNotFoundTally(now, believedAfterMs)

  async function verify({ id }: ProviderAttempt): Promise<VerificationResult> {
    const path = `/verify-payment/${encodeURIComponent(id)}`
    const answer = await provider.ask(callOf('verify', { path, schema: Details, timeoutMs: queryTimeoutMs }))
    if (!answer.ok && isUnauthorised(answer.status)) throw fault('verify', answer.status)
    const result = toVerificationResult(answer.ok ? answer.value : answer.error)
    if (result.state === 'unknown' && answer.status === 404) {
      return notFound.isReliable(id) ? { state: 'refused', reason: 'refused' } : result
    }
    notFound.forget(id)
    return result
  }

  return {
    checkoutType: 'redirect',
    firstEnquiryAfterMs,
    verify,

    async start(request) {
      const body = JSON.stringify(paymentOf(request))
      const call = callOf('payment', { path: '/payment', schema: Started, timeoutMs: commandTimeoutMs, body })
      return toStartResult(await provider.send(call))
    },

    // A checkout cannot be cancelled; only verification shows its outcome.
    async abandon() {},

    async refund(attempt) {
      const chargeId = attempt.providerReference ?? (await chargeOf(verify(attempt)))
      if (chargeId === undefined) return 'refused'
      const path = `/charge-card/refund/${encodeURIComponent(chargeId)}`
      const call = callOf('refund', { path, schema: Refunded, timeoutMs: commandTimeoutMs, body: '{}' })
      return toRefundResult(await provider.send(call))
    },

    // The provider has no such query.
    verifyRefund: async () => 'unknown',
  }
}

interface Call<Value> extends Pick<ProviderCall<Value>, 'schema' | 'timeoutMs' | 'body'> {
  readonly path: string
}

const createCallOf =
  ({ baseUrl, secretKey }: PaychanguOptions) =>
  <Value>(operation: string, { path, ...call }: Call<Value>): ProviderCall<Value> => ({
    ...call,
    operation,
    url: `${baseUrl}${path}`,
    method: call.body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      accept: 'application/json',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
  })

function paymentOf({ id, amount, description, email, returnUrl, cancelUrl }: PaymentRequest) {
  return {
    amount: Number(majorText(amount)),
    currency: amount.currency,
    tx_ref: id,
    // Both are for the browser, despite the name.
    callback_url: returnAddress(returnUrl, 'tx_ref', id),
    return_url: returnAddress(cancelUrl, 'tx_ref', id),
    ...(email !== undefined && { email }),
    customization: { title: description, description },
  }
}

function toStartResult(answer: ProviderAnswer<z.infer<typeof Started>>): StartResult {
  if (answer.ok) return { outcome: 'redirect', url: answer.value.data.checkout_url }
  const fields = Object.keys(Refused.safeParse(answer.error).data?.message ?? {})
  const known = Object.entries(startedByField).find(([field]) => fields.includes(field))
  if (known === undefined) throw fault('payment', answer.status)
  return known[1]
}

/** A merchant without the refund permission must refund by hand, so that counts as a refusal. */
function toRefundResult(answer: ProviderAnswer<z.infer<typeof Refunded>>): RefundResult {
  if (!answer.ok) {
    if (answer.status === 401) throw fault('refund', answer.status)
    return 'refused'
  }
  const { status, data } = answer.value
  return refundStates[(data?.status ?? status).toLowerCase()] ?? 'unknown'
}

async function chargeOf(result: Promise<VerificationResult>): Promise<string | undefined> {
  const { state, ...rest } = await result
  return state === 'captured' && 'providerReference' in rest ? rest.providerReference : undefined
}

const fault = (operation: string, status: number): PortalError =>
  new PortalError('provider_broke_contract', `paychangu ${operation}: refused with HTTP ${status}`)
