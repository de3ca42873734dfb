import { PortalError } from '@nyanja/domain/errors'
import { majorText } from '@nyanja/domain/money/money'
import { minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import type {
  PaymentGateway,
  PaymentRequest,
  ProviderAttempt,
  RefundResult,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createProvider, type ProviderAnswer } from '../call-provider.ts'
import { createNotFoundTally } from '../not-found-tally.ts'
import {
  type AuthorisedCalls,
  codeOf,
  codes,
  createAuthorisedCalls,
  createSignedCalls,
  isFault,
  type MoneyAccess,
  refusalByCode,
  Status,
} from './calls.ts'

const Enquiry = Status.extend({
  data: z
    .object({
      transaction: z
        .object({
          id: z.string().optional(),
          status: z.string().optional(),
          airtel_money_id: z.string().optional(),
        })
        .optional(),
    })
    .nullish(),
})

type Enquired = z.infer<typeof Enquiry>
type Transaction = NonNullable<NonNullable<Enquired['data']>['transaction']>

/** The code may contradict the transaction's status; only the status counts. */
const resultByStatus: Readonly<
  Record<string, (transaction: Transaction, code: string | undefined) => VerificationResult>
> = {
  TS: captured,
  TF: (_transaction, code) =>
    isUnderWay(code) ? { state: 'pending' } : { state: 'refused', reason: refusedOnHandset(code) },
  TE: () => ({ state: 'refused', reason: 'expired' }),
  TIP: () => ({ state: 'pending' }),
  // The provider describes the code as ambiguous.
  TA: () => ({ state: 'unknown' }),
}

function toVerificationResult(answer: ProviderAnswer<Enquired>): VerificationResult {
  const code = codeOf(answer)
  const transaction = Enquiry.safeParse(answer.ok ? answer.value : answer.error).data?.data?.transaction
  const toResult = resultByStatus[transaction?.status ?? '']
  if (transaction !== undefined && toResult !== undefined) return toResult(transaction, code)
  return { state: code === codes.inProcess ? 'pending' : 'unknown' }
}

/** The provider returns no amount, so both ids must be present for a match. */
function captured({ id, airtel_money_id }: Transaction): VerificationResult {
  if (!id || !airtel_money_id) return { state: 'review', reason: 'open-api-money: paid, but not named' }
  return { state: 'captured', attemptId: id, providerReference: airtel_money_id }
}

/**
 * The provider describes these codes as ambiguous, in process and not found: soon after a push none of them is an end.
 */
const isUnderWay = (code: string | undefined) =>
  code === codes.ambiguous || code === codes.underWay || code === codes.notFound

function refusedOnHandset(code: string | undefined) {
  const reason = refusalByCode[code ?? '']
  // For a push this code usually means that no PIN was entered.
  return reason === undefined || reason === 'invalid_user' ? 'refused' : reason
}

export interface OpenApiMoneyOptions extends MoneyAccess {
  readonly collectionPath?: string
  readonly refundPath?: string
  readonly firstEnquiryAfterMs?: number
}

/** A time longer than a prompt lives, since a push may reach the provider late. */
const believedAfterMs = 13 * minute

const User = Status.extend({
  data: z.object({ is_barred: z.boolean().optional(), is_pin_set: z.boolean().optional() }).nullish(),
})
const CommandAnswer = Status.extend({
  data: z.object({ transaction: z.object({ status: z.string().optional() }).optional() }).nullish(),
})

export function createOpenApiMoneyGateway(options: OpenApiMoneyOptions): PaymentGateway {
  const { refundPath = '/standard/v1/payments/refund', firstEnquiryAfterMs = 5 * second, now = Date.now } = options
  const calls = createCalls(options)
  const notFound = createNotFoundTally(now, believedAfterMs)

  async function verify({ id, amount: { currency } }: ProviderAttempt): Promise<VerificationResult> {
    const path = `/standard/v1/payments/${encodeURIComponent(id)}`
    const answer = await calls.ask({ operation: 'enquiry', path, schema: Enquiry, currency })
    const result = toVerificationResult(answer)
    if (result.state !== 'unknown' || codeOf(answer) !== codes.notFound) {
      notFound.forget(id)
      return result
    }
    return notFound.isReliable(id) ? { state: 'refused', reason: 'refused' } : result
  }

  return {
    checkoutType: 'push',
    firstEnquiryAfterMs,
    verify,

    async start(request) {
      if (!options.currencies.includes(request.amount.currency))
        return { outcome: 'refused', reason: 'unsupported_currency' }
      if (!(await canPay(calls, request))) return { outcome: 'refused', reason: 'invalid_user' }
      return push(calls, request, options)
    },

    // A prompt cannot be cancelled; it expires.
    async abandon() {},

    async refund(attempt) {
      const moneyId = attempt.providerReference ?? (await findCapturedReference(verify(attempt)))
      if (moneyId === undefined) return 'refused'
      const body = JSON.stringify({ transaction: { airtel_money_id: moneyId } })
      return toRefundResult(
        await calls.command({
          operation: 'refund',
          path: refundPath,
          schema: CommandAnswer,
          body,
          currency: attempt.amount.currency,
        }),
      )
    },

    // The provider has no query for refunds; they appear only in its own console.
    async verifyRefund() {
      return 'unknown'
    },
  }
}

function createCalls(options: OpenApiMoneyOptions): AuthorisedCalls {
  const calls = createAuthorisedCalls(createProvider('open-api-money', options), options)
  return options.signsMessages ? createSignedCalls(calls, options.now ?? Date.now) : calls
}

/** Tells whether the wallet can approve a prompt: one that is barred or has no PIN cannot. */
async function canPay(
  calls: AuthorisedCalls,
  { payerMsisdn, amount: { currency } }: Pick<PaymentRequest, 'payerMsisdn' | 'amount'>,
): Promise<boolean> {
  const path = `/standard/v1/users/${encodeURIComponent(payerMsisdn)}`
  const answer = await calls.ask({ operation: 'user', path, schema: User, currency })
  if (codeOf(answer) === codes.noSuchUser) return false
  if (!answer.ok) throw new PortalError('provider_broke_contract', `open-api-money user: HTTP ${answer.status}`)

  const { data } = answer.value
  return data?.is_barred !== true && data?.is_pin_set !== false
}

async function push(
  calls: AuthorisedCalls,
  { id, amount, description, payerMsisdn }: PaymentRequest,
  { country, collectionPath = '/merchant/v1/payments/' }: OpenApiMoneyOptions,
): Promise<StartResult> {
  const { currency } = amount
  const body = JSON.stringify({
    // The field allows 4 to 64 characters.
    reference: description.slice(0, 64).padEnd(4, '.'),
    subscriber: { country, currency, msisdn: payerMsisdn },
    transaction: { amount: Number(majorText(amount)), country, currency, id },
  })
  const answer = await calls.command({ operation: 'push', path: collectionPath, schema: CommandAnswer, body, currency })

  const code = codeOf(answer)
  const reason = refusalByCode[code ?? '']
  if (isFault(code)) throw new PortalError('provider_broke_contract', `open-api-money push: ${code}`)
  // Every other answer may have left a prompt on the handset.
  return isRefused(answer) && reason !== undefined ? { outcome: 'refused', reason } : { outcome: 'waiting' }
}

function toRefundResult(answer: ProviderAnswer<z.infer<typeof CommandAnswer>>): RefundResult {
  const code = codeOf(answer)
  if (isFault(code)) throw new PortalError('provider_broke_contract', `open-api-money refund: ${code}`)
  if (answer.ok && answer.value.data?.transaction?.status === 'SUCCESS') return 'refunded'
  return isRefused(answer) && refusalByCode[code ?? ''] !== undefined ? 'refused' : 'unknown'
}

function isRefused(answer: ProviderAnswer<z.infer<typeof Status>>): boolean {
  return !answer.ok || answer.value.status?.success === false
}

async function findCapturedReference(result: Promise<VerificationResult>): Promise<string | undefined> {
  const { state, ...rest } = await result
  return state === 'captured' && 'providerReference' in rest ? rest.providerReference : undefined
}
