import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { majorText } from '@nyanja/domain/money/money'
import { PortalError } from '../../errors.ts'
import type {
  AskedAttempt,
  PaymentGateway,
  RefundResult,
  Refusal,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createProvider } from '../call-provider.ts'
import { collectionOf, reversalIdOf } from './collection.ts'
import { createMpesaCalls } from './mpesa-calls.ts'
import { codeOf, codes, isFault, type MpesaAnswer, refusalByCode } from './mpesa-codes.ts'
import { callsAtOnce, type MpesaOptions } from './mpesa-options.ts'
import { toVerificationResult } from './mpesa-verification.ts'
import { createPrompts } from './prompts.ts'

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
    // "N/A" is also said of what nobody knows; only while the handset asks is it the customer's turn.
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
