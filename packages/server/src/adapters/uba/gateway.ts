import { PortalError } from '@nyanja/domain/errors'
import { type Currency, getIsoNumber, isSameMoney, type Money, majorText, parseMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { hour } from '@nyanja/domain/time'
import { z } from 'zod'
import { newId } from '../../common/ids.ts'
import type {
  PaymentGateway,
  PaymentRequest,
  ProviderAttempt,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createProvider, demandValue, type ProviderHooks } from '../call-provider.ts'
import { logExcerpt } from '../log-excerpt.ts'

export interface UbaOptions extends ProviderHooks {
  /** The URL without a trailing slash: `https://ucollect.ubagroup.com/cipg-payportal`. */
  readonly baseUrl: string
  /** Some of the bank's installations verify at another address than `…/confirmation/verify`. */
  readonly verifyUrl?: string
  readonly merchantId: string
  readonly serviceKey: string
  /** The currencies of the merchant's account. */
  readonly currencies: readonly Currency[]
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** The time zone of the bank's dates: `Africa/Blantyre`. */
  readonly timeZone: string
  /** A number of the operator's own, with the calling code, used when the payer gave none. */
  readonly fallbackMsisdn: string
  /** The address that is used when the payer gave none. */
  readonly fallbackEmail?: string
  /** The time until which no answer of the bank but "approved" is final. */
  readonly paymentWindowMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly timeoutMs?: number
  /** Receives each answer other than "approved" once, because the bank does not publish them. */
  readonly log?: (message: string) => void
  readonly now?: () => number
}

/** The bank's id of a transaction, and when it was registered: until its window ends nothing is final. */
interface UbaReference {
  readonly transactionId: string
  /** The time in epoch milliseconds. */
  readonly registeredAt: number
}

// No id contains the separator.
const separator = '/'

function joinReference({ transactionId, registeredAt }: UbaReference): string {
  return `${transactionId}${separator}${registeredAt}`
}

function splitReference(text: string | undefined): UbaReference | undefined {
  const [transactionId = '', registeredAt = ''] = (text ?? '').split(separator)
  if (transactionId === '' || !/^\d+$/.test(registeredAt)) return undefined
  return { transactionId, registeredAt: Number(registeredAt) }
}

export const ubaIds = (providerReference: string): readonly string[] => [
  splitReference(providerReference)?.transactionId ?? providerReference,
]

const approved = 'Approved Transaction'

const tokensOf = (text: string): readonly string[] => text.split(';').map((token) => token.trim())

const isApproved = (text: string): boolean => tokensOf(text)[0] === approved

interface Window {
  readonly paymentWindowMs: number
  readonly now: () => number
}

/** The first token shows whether it is paid; the meaning of the others is not published. */
export function toVerificationResult(
  text: string,
  attempt: ProviderAttempt,
  { paymentWindowMs, now }: Window,
): VerificationResult {
  if (isApproved(text)) return captured(text, attempt)
  const registered = splitReference(attempt.providerReference)
  // The answer with the page is lost, so no visitor is sent there and the start of the window is unknown.
  if (registered === undefined) return { state: 'unknown' }
  const isOver = now() >= registered.registeredAt + paymentWindowMs
  return isOver ? { state: 'refused', reason: 'expired' } : { state: 'pending' }
}

function captured(text: string, { id, amount, providerReference }: ProviderAttempt): VerificationResult {
  const echoed = tokensOf(text).flatMap((token) =>
    looksLikeAmount(token) ? (parseMoney(token, amount.currency) ?? []) : [],
  )
  const isThisAmount = echoed.some((money) => isSameMoney(money, amount))
  if (echoed.length > 0 && !isThisAmount) {
    const [received, ...others] = echoed
    const reason = 'uba: paid, but not this amount'
    return { state: 'review', reason, ...(others.length === 0 && { received }) }
  }
  return {
    state: 'captured',
    attemptId: id,
    ...(isThisAmount && { amount }),
    ...(providerReference !== undefined && { providerReference }),
  }
}

/** Whole numbers are codes and references. */
const looksLikeAmount = (token: string): boolean => /^\d+\.\d{2}$/.test(token)

/** One line of plain text. HTML or a truncated answer does not match. */
export const Text = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().regex(/^[^\p{Cc}<>]+$/u))

const transactionId = /^[A-Za-z0-9-]+$/

type Registration = { readonly transactionId: string } | { readonly refusal: string }

/** An id, or a refusal: only a refusal contains a space. */
export const Registered = Text.transform((text, context): Registration => {
  if (transactionId.test(text)) return { transactionId: text }
  if (text.includes(' ')) return { refusal: text }
  context.addIssue({ code: 'custom', message: 'neither an id nor words' })
  return z.NEVER
})

const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const

// Bounds the log, in case the bank varies its answers.
const mostWords = 50

export function createUbaGateway(options: UbaOptions): PaymentGateway {
  const { baseUrl, currencies, timeoutMs = 30_000, firstEnquiryAfterMs = 5000 } = options
  const { paymentWindowMs = hour, now = Date.now, log } = options
  const provider = createProvider('uba', options)
  const heard = new Set<string>()

  function report(text: string): void {
    const [word = ''] = tokensOf(text)
    if (heard.has(word) || heard.size >= mostWords) return
    heard.add(word)
    log?.(`uba answered: ${logExcerpt(text)}`)
  }

  async function fetchConfirmation(attempt: Pick<ProviderAttempt, 'id' | 'providerReference'>): Promise<string> {
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
      return { outcome: 'redirect', url: `${baseUrl}/paytran?id=${transactionId}`, providerReference }
    }
    report(registered.refusal)
    // The refusals are not published, and one may mean that this very payment is complete.
    return isApproved(await fetchConfirmation(request))
      ? { outcome: 'waiting' }
      : { outcome: 'refused', reason: 'refused' }
  }

  return {
    checkoutType: 'redirect',
    firstEnquiryAfterMs,

    async start(request) {
      const isTaken = currencies.includes(request.amount.currency)
      return isTaken ? register(request) : { outcome: 'refused', reason: 'unsupported_currency' }
    },

    async verify(attempt) {
      return toVerificationResult(await fetchConfirmation(attempt), attempt, { paymentWindowMs, now })
    },

    // A page cannot be closed; only verification shows the outcome.
    async abandon() {},

    // The bank has no refund call: merchants contact its merchant service.
    isRefundedByHand: true,
    refund: async () => 'refused',
    verifyRefund: async () => 'unknown',
  }
}

/** Checks by reading a payment that does not exist. The refusals are not published; this one names the merchant. */
export async function checkUba(options: UbaOptions): Promise<void> {
  const call = verifyCall({ id: newId() }, options, options.timeoutMs ?? 30_000)
  const text = demandValue(await createProvider('uba', options).ask(call), 'uba verify')
  if (/^invalid/i.test(text)) throw new PortalError('provider_broke_contract', `uba verify: ${logExcerpt(text)}`)
}

/** Either name finds the payment, and integrations name the merchant twice. */
function verifyCall(
  { id, providerReference }: Pick<ProviderAttempt, 'id' | 'providerReference'>,
  { baseUrl, verifyUrl = `${baseUrl}/confirmation/verify`, merchantId, serviceKey }: UbaOptions,
  timeoutMs: number,
) {
  const cipgtxnref = splitReference(providerReference)?.transactionId ?? ''
  const query = new URLSearchParams({ cipgtxnref, mytxnref: id, cipgid: merchantId })
  const body = new URLSearchParams({ merchantId, serviceKey }).toString()
  return { ...form, operation: 'verify', url: `${verifyUrl}?${query}`, timeoutMs, schema: Text, body }
}

/**
 * Builds the data of a payment that the bank requires. The portal never learns a payer's name, so the form has none.
 */
export function registerFields(request: PaymentRequest, options: UbaOptions): URLSearchParams {
  const { merchantId, serviceKey, countryCode, timeZone, fallbackMsisdn, fallbackEmail = '', now = Date.now } = options
  return new URLSearchParams({
    merchantId,
    serviceKey,
    description: request.description,
    total: twoDecimals(request.amount),
    date: localDate(now(), timeZone),
    countryCurrencyCode: getIsoNumber(request.amount.currency),
    noOfItems: '1',
    customerFirstName: 'Mobile',
    // The spelling is the bank's.
    customerLastname: 'Customer',
    customerEmail: request.email ?? fallbackEmail,
    customerPhoneNumber:
      request.payerMsisdn === '' ? fallbackMsisdn : international(request.payerMsisdn, { countryCode }),
    referenceNumber: request.id,
  })
}

/** Writes an amount such as `1000.00`. */
function twoDecimals(amount: Money): string {
  const [whole, decimals = '00'] = majorText(amount).split('.')
  return `${whole}.${decimals}`
}

/** Writes a time such as `20/11/2026 12:00:00`. It has no zone, so it is taken as the merchant's own. */
function localDate(at: number, timeZone: string): string {
  // Swedish dates have the year first.
  const [day = '', time = ''] = new Date(at).toLocaleString('sv-SE', { timeZone }).split(' ')
  return `${day.split('-').reverse().join('/')} ${time}`
}
