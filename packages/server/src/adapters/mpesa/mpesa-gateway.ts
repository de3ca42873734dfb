import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { majorText } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { LRUCache } from 'lru-cache'
import { PortalError } from '../../common/errors.ts'
import type {
  AskedAttempt,
  PaymentGateway,
  PaymentRequest,
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
} from './mpesa-calls.ts'

const nothing = 'N/A'

const resultByStatus: Readonly<Record<string, VerificationResult>> = {
  Cancelled: { state: 'refused', reason: 'cancelled_by_customer' },
  Expired: { state: 'refused', reason: 'expired' },
  [nothing]: { state: 'pending' },
}

/** What a query says of the payment that we call `id`. */
export function toVerificationResult(answer: MpesaAnswer, id: string): VerificationResult {
  const code = codeOf(answer)
  if (!answer.ok || code !== codes.processed) return withoutStatus(code)
  const { output_ResponseTransactionStatus: status = '', output_OriginalTransactionID: transactionId } = answer.value
  if (status !== 'Completed') return resultByStatus[status] ?? { state: 'unknown' }

  // No amount is echoed, so both names must be there for a match.
  if (!transactionId || transactionId === nothing) return { state: 'review', reason: 'mpesa: paid, but not named' }
  return { state: 'captured', reference: id, providerReference: transactionId }
}

function withoutStatus(code: string | undefined): VerificationResult {
  if (isFault(code)) throw new PortalError('provider_broke_contract', `mpesa query: ${code}`)
  const reason = refusalByCode[code ?? '']
  // INS-6 may as well say that the query itself has failed.
  return reason === undefined || code === codes.failed ? { state: 'unknown' } : { state: 'refused', reason }
}

const longestDescription = 256
const longestReference = 20

/** What M-Pesa wants to know of a payment beside the merchant. */
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

/** Our ids are too long for a statement, and a reader of the statement must not learn one. */
function referenceOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, longestReference).toUpperCase()
}

/** The reversal of a payment has one name, so that asking for it twice gives back once. */
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

  async function verify({ id }: AskedAttempt): Promise<VerificationResult> {
    const verified = toVerificationResult(await query(id), id)
    if (verified.state === 'captured' || verified.state === 'review') return verified
    const refusal = prompts.refusalOf(id)
    if (refusal !== undefined) return { state: 'refused', reason: refusal }
    // "N/A" also stands for an unknown payment; only while the prompt is open does it wait for the customer.
    return verified.state === 'pending' && !prompts.isOpen(id) ? { state: 'unknown' } : verified
  }

  async function verifyRefund({ id }: AskedAttempt): Promise<RefundResult> {
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
      const call = calls.move('c2b', 'c2bPayment/singleStage', { method: 'POST', parameters })
      const result = call.then((answer) => startedBy(answer, options))
      const first = await within(answerWithinMs, result)
      // Where the provider blocks until the PIN is typed, the call goes on alone: its end only triggers a verification,
      // and INS-0 is taken for "paid" nowhere, since elsewhere it only means "accepted".
      if (first === undefined) void remember(result, id)
      return first ?? { outcome: 'waiting' }
    },

    // A prompt cannot be called back; it ends by itself.
    async abandon() {},

    async refund(attempt) {
      const transactionId = attempt.providerReference ?? namedIn(await verify(attempt))
      if (transactionId === undefined) return 'refused'
      const parameters = {
        input_TransactionID: transactionId,
        input_ReversalAmount: majorText(attempt.amount),
        input_ThirdPartyConversationID: reversalIdOf(attempt.id),
      }
      const code = codeOf(await calls.move('reversal', 'reversal', { method: 'PUT', parameters }))
      if (isFault(code)) throw new PortalError('provider_broke_contract', `mpesa reversal: ${code}`)
      if (code !== codes.processed && code !== codes.duplicate) return refusalOf(code) ? 'refused' : 'unknown'
      // What was taken in may still be under way, and what was asked for before has its own end.
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

function startedBy(answer: MpesaAnswer, { observe }: MpesaOptions): StartResult {
  const code = codeOf(answer)
  const isWrong = isFault(code)
  // Nothing was charged, so the customer may choose another way; the operators must hear of it.
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
  // Every other answer leaves room for a prompt on the handset.
  return reason === undefined ? { outcome: 'waiting' } : { outcome: 'refused', reason }
}

const refusalOf = (code: string | undefined): Refusal | undefined => refusalByCode[code ?? '']

function namedIn(verified: VerificationResult): string | undefined {
  return verified.state === 'captured' ? verified.providerReference : undefined
}

/** Undefined: it takes longer. */
async function within<Value>(ms: number, result: Promise<Value>): Promise<Value | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([result, sleep(ms, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}

interface Prompt {
  /** Until then it may stand on the handset. */
  readonly until: number
  readonly refusal?: Refusal
}

interface Prompts {
  sent(id: string): void
  /** The call that sent it came back with a refusal, however late. */
  refused(id: string, refusal: Refusal): void
  isOpen(id: string): boolean
  refusalOf(id: string): Refusal | undefined
}

const mostRemembered = 10_000

/** What this process knows of the prompts that it sent; of those that are dropped the provider alone can tell. */
function createPrompts(now: () => number, lifeMs: number): Prompts {
  const prompts = new LRUCache<string, Prompt>({ max: mostRemembered })

  return {
    sent: (id) => prompts.set(id, { until: now() + lifeMs }),
    refused: (id, refusal) => prompts.set(id, { until: 0, refusal }),
    isOpen: (id) => now() < (prompts.get(id)?.until ?? 0),
    refusalOf: (id) => prompts.get(id)?.refusal,
  }
}
