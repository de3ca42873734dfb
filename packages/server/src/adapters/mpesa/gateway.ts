import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { majorText } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../common/cache.ts'
import type {
  PaymentGateway,
  PaymentRequest,
  ProviderAttempt,
  RefundResult,
  Refusal,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createProvider } from '../call-provider.ts'
import {
  callsAtOnce,
  codeOf,
  codes,
  createMpesaCalls,
  isFault,
  type MpesaAnswer,
  type MpesaOptions,
  type Parameters,
  refusalByCode,
} from './calls.ts'

const nothing = 'N/A'

const resultByStatus: Readonly<Record<string, VerificationResult>> = {
  Cancelled: { state: 'refused', reason: 'cancelled_by_customer' },
  Expired: { state: 'refused', reason: 'expired' },
  [nothing]: { state: 'pending' },
}

/** Interprets a query's answer about the payment with our id `id`. */
export function toVerificationResult(answer: MpesaAnswer, id: string): VerificationResult {
  const code = codeOf(answer)
  if (!answer.ok || code !== codes.processed) return withoutStatus(code)
  const { output_ResponseTransactionStatus: status = '', output_OriginalTransactionID: transactionId } = answer.value
  if (status !== 'Completed') return resultByStatus[status] ?? { state: 'unknown' }

  // The answer has no amount, so both ids must be present for a match.
  if (!transactionId || transactionId === nothing) return { state: 'review', reason: 'mpesa: paid, but not named' }
  return { state: 'captured', attemptId: id, providerReference: transactionId }
}

function withoutStatus(code: string | undefined): VerificationResult {
  if (isFault(code)) throw new PortalError('provider_broke_contract', `mpesa query: ${code}`)
  const reason = refusalByCode[code ?? '']
  // INS-6 may also mean that the query itself failed.
  return reason === undefined || code === codes.failed ? { state: 'unknown' } : { state: 'refused', reason }
}

const longestDescription = 256
const longestReference = 20

/** The data of a payment that M-Pesa needs, except the merchant. */
function collectionOf(request: PaymentRequest, { countryCode }: MpesaOptions): Parameters {
  const { id, amount, payerMsisdn, description } = request
  return {
    input_Amount: majorText(amount),
    input_Currency: amount.currency,
    input_CustomerMSISDN: international(payerMsisdn, { countryCode }),
    input_ThirdPartyConversationID: id,
    input_TransactionReference: referenceOf(id),
    input_PurchasedItemsDesc: description.slice(0, longestDescription),
  }
}

/** Our ids are too long for a statement, and must stay unknown to its readers. */
export function referenceOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, longestReference).toUpperCase()
}

/** Each payment has one reversal id, so a repeated reversal refunds once. */
const reversalIdOf = (id: string): string => `${id}R`

const refundByState: Partial<Record<VerificationResult['state'], RefundResult>> = {
  captured: 'refunded',
  refused: 'refused',
  pending: 'pending',
}

export function createMpesaGateway(options: MpesaOptions): PaymentGateway {
  const { firstEnquiryAfterMs = 5000, answerWithinMs = 3000, promptLifeMs = 120_000, now = Date.now } = options
  const calls = createMpesaCalls(createProvider('mpesa', { mostAtOnce: callsAtOnce, ...options }), options)
  const prompts = createPrompts(now, promptLifeMs)

  async function query(id: string): Promise<MpesaAnswer> {
    const queryId = randomUUID().replaceAll('-', '')
    const parameters = { input_QueryReference: id, input_ThirdPartyConversationID: queryId }
    const answer = await calls.ask('query', 'queryTransactionStatus', parameters)
    const echoed = answer.ok ? answer.value.output_ThirdPartyConversationID : undefined
    if (echoed === undefined || echoed === queryId) return answer
    throw new PortalError('provider_broke_contract', 'mpesa query: the answer to another one')
  }

  async function verify({ id }: ProviderAttempt): Promise<VerificationResult> {
    const verified = toVerificationResult(await query(id), id)
    if (verified.state === 'captured' || verified.state === 'review') return verified
    const refusal = prompts.refusalOf(id)
    if (refusal !== undefined) return { state: 'refused', reason: refusal }
    // "N/A" is also the state of an unknown payment; it waits for the customer only while the prompt is open.
    return verified.state === 'pending' && !prompts.isOpen(id) ? { state: 'unknown' } : verified
  }

  async function verifyRefund({ id }: ProviderAttempt): Promise<RefundResult> {
    const reversalId = reversalIdOf(id)
    return refundByState[toVerificationResult(await query(reversalId), reversalId).state] ?? 'unknown'
  }

  return {
    checkoutType: 'push',
    firstEnquiryAfterMs,
    verify,
    verifyRefund,

    async start(request) {
      const { id, amount } = request
      if (!options.currencies.includes(amount.currency)) return { outcome: 'refused', reason: 'unsupported_currency' }
      prompts.sent(id)
      const parameters = collectionOf(request, options)
      const call = calls.command('c2b', 'c2bPayment/singleStage', { method: 'POST', parameters })
      const result = call.then((answer) => toStartResult(answer, options))
      const first = await within(answerWithinMs, result)
      // Where the provider blocks until the PIN is entered, the call continues in the background and only triggers a
      // check.
      // INS-0 never counts as paid, because elsewhere it only means "accepted".
      if (first === undefined) void remember(result, id)
      return first ?? { outcome: 'waiting' }
    },

    // A prompt cannot be cancelled; it expires.
    async abandon() {},

    refundsParts: true,

    async refund(attempt) {
      const transactionId = attempt.providerReference ?? findProviderReference(await verify(attempt))
      if (transactionId === undefined) return 'refused'
      const parameters = {
        input_TransactionID: transactionId,
        input_ReversalAmount: majorText(attempt.part ?? attempt.amount),
        input_ThirdPartyConversationID: reversalIdOf(attempt.id),
      }
      const code = codeOf(await calls.command('reversal', 'reversal', { method: 'PUT', parameters }))
      if (isFault(code)) throw new PortalError('provider_broke_contract', `mpesa reversal: ${code}`)
      if (code !== codes.processed && code !== codes.duplicate) return refusalOf(code) ? 'refused' : 'unknown'
      // An accepted reversal may still be in progress; an earlier one has its own result.
      const state = await verifyRefund(attempt)
      return state === 'unknown' ? 'pending' : state
    },
  }

  async function remember(result: Promise<StartResult>, id: string): Promise<void> {
    const late = await result.catch(() => undefined)
    if (late?.outcome === 'refused') prompts.refused(id, late.reason)
    options.answered?.(id)
  }
}

function toStartResult(answer: MpesaAnswer, { observe }: MpesaOptions): StartResult {
  const code = codeOf(answer)
  const isWrong = isFault(code)
  // Nothing was charged, so the customer may choose another method; staff must be informed.
  if (isWrong) {
    const { status } = answer
    observe?.({
      provider: 'mpesa',
      operation: 'c2b',
      outcome: 'invalid_response',
      durationMs: 0,
      status,
      excerpt: code,
    })
  }
  const reason = isWrong ? 'refused' : refusalOf(code)
  // Every other answer may have left a prompt on the handset.
  return reason === undefined ? { outcome: 'waiting' } : { outcome: 'refused', reason }
}

const refusalOf = (code: string | undefined): Refusal | undefined => refusalByCode[code ?? '']

function findProviderReference(verified: VerificationResult): string | undefined {
  return verified.state === 'captured' ? verified.providerReference : undefined
}

/** Returns undefined when the call takes longer. */
async function within<Value>(ms: number, result: Promise<Value>): Promise<Value | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([result, sleep(ms, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}

interface Prompt {
  /** The time until which the prompt may be on the handset. */
  readonly until: number
  readonly refusal?: Refusal
}

interface Prompts {
  sent(id: string): void
  /** The call that sent the prompt was refused, however late. */
  refused(id: string, refusal: Refusal): void
  isOpen(id: string): boolean
  refusalOf(id: string): Refusal | undefined
}

const mostRemembered = 10_000

/** This process's knowledge of the prompts it sent; for dropped entries only the provider knows. */
function createPrompts(now: () => number, lifeMs: number): Prompts {
  const prompts = new LRUCache<string, Prompt>(atMost(mostRemembered))

  return {
    sent: (id) => prompts.set(id, { until: now() + lifeMs }),
    refused: (id, refusal) => prompts.set(id, { until: 0, refusal }),
    isOpen: (id) => now() < (prompts.get(id)?.until ?? 0),
    refusalOf: (id) => prompts.get(id)?.refusal,
  }
}
