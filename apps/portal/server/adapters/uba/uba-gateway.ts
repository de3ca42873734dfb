import type { AskedAttempt, PaymentGateway, PaymentRequest, StartResult } from '../../payments/payment-gateway.ts'
import { createProvider, demandValue } from '../call-provider.ts'
import { logExcerpt } from '../log-excerpt.ts'
import { registerFields } from './register-fields.ts'
import type { UbaOptions } from './uba-options.ts'
import { joinReference, splitReference } from './uba-reference.ts'
import { Registered, Text } from './uba-replies.ts'
import { isApproved, tokensOf, toVerificationResult } from './uba-verification.ts'

const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const

// A bound for the log, should the bank put something new into every answer.
const mostWords = 50

export function createUbaGateway(options: UbaOptions): PaymentGateway {
  const { baseUrl, pageUrl, currencies, timeoutMs = 30_000, firstEnquiryAfterMs = 5000 } = options
  const { paymentWindowMs = 3_600_000, now = Date.now, log } = options
  const provider = createProvider('uba', options)
  const heard = new Set<string>()

  function report(text: string): void {
    const [word = ''] = tokensOf(text)
    if (heard.has(word) || heard.size >= mostWords) return
    heard.add(word)
    log?.(`uba says: ${logExcerpt(text)}`)
  }

  async function fetchConfirmation(attempt: Pick<AskedAttempt, 'id' | 'providerReference'>): Promise<string> {
    const text = demandValue(await provider.ask(verifyCall(attempt, options, timeoutMs)), 'uba verify')
    if (!isApproved(text)) report(text)
    return text
  }

  async function register(request: PaymentRequest): Promise<StartResult> {
    const registeredAt = now()
    const url = `${baseUrl}/regptran`
    const body = registerFields(request, options).toString()
    const call = { ...form, operation: 'register', url, timeoutMs, schema: Registered, body }
    const registered = demandValue(await provider.send(call), 'uba register')
    if ('transactionId' in registered) {
      const { transactionId } = registered
      const providerReference = joinReference({ transactionId, registeredAt })
      return { outcome: 'redirect', url: `${pageUrl}?id=${transactionId}`, providerReference }
    }
    report(registered.refusal)
    // The words are not published, and one of them may be that this very payment is done.
    return isApproved(await fetchConfirmation(request))
      ? { outcome: 'waiting' }
      : { outcome: 'refused', reason: 'refused' }
  }

  return {
    checkoutType: 'page',
    firstEnquiryAfterMs,

    async start(request) {
      const isTaken = currencies.includes(request.amount.currency)
      return isTaken ? register(request) : { outcome: 'refused', reason: 'unsupported_currency' }
    },

    async verify(attempt) {
      return toVerificationResult(await fetchConfirmation(attempt), attempt, { paymentWindowMs, now })
    },

    // A page cannot be closed; verification alone says what becomes of it.
    async abandon() {},

    // There is no call for it: the bank's merchant desk gives back for whoever asks there.
    isRefundedByHand: true,
    refund: async () => 'refused',
    verifyRefund: async () => 'unknown',
  }
}

/** Either name finds the payment, and integrations name the merchant twice. */
function verifyCall(
  { id, providerReference }: Pick<AskedAttempt, 'id' | 'providerReference'>,
  { verifyUrl, merchantId, serviceKey }: UbaOptions,
  timeoutMs: number,
) {
  const cipgtxnref = splitReference(providerReference)?.transactionId ?? ''
  const query = new URLSearchParams({ cipgtxnref, mytxnref: id, cipgid: merchantId })
  const body = new URLSearchParams({ merchantId, serviceKey }).toString()
  return { ...form, operation: 'verify', url: `${verifyUrl}?${query}`, timeoutMs, schema: Text, body }
}
