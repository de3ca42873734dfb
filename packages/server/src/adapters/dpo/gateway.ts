import { PortalError } from '@nyanja/domain/errors'
import { isCurrency, isSameMoney, type Money, majorText, parseMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { minute } from '@nyanja/domain/time'
import { newId } from '../../common/ids.ts'
import type {
  PaymentGateway,
  PaymentRequest,
  ProviderAttempt,
  RefundResult,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createProvider, type ProviderHooks } from '../call-provider.ts'
import { checkDpoCredentials, commandDpo, type DpoAccess, type DpoReply, queryDpo, type XmlFields } from './calls.ts'

import {
  alreadyPaid,
  fraudReviewReasons,
  otherAmount,
  paid,
  refundAnswers,
  refundStates,
  resultByCode,
  startRefusals,
} from './codes.ts'

export interface DpoOptions extends ProviderHooks {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  readonly companyToken: string
  /** The service type, which DPO issues per merchant. */
  readonly serviceType: string
  /** ISO code of the market: `MW`. */
  readonly country: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** The time zone of DPO's service dates: `Africa/Blantyre`. */
  readonly timeZone: string
  /** The paths of the merchant's account, below the address. */
  readonly paths?: { readonly api?: string; readonly verify?: string; readonly page?: string }
  /** The longest time for which a page stays open. */
  readonly paymentTimeLimitMinutes?: number
  readonly firstEnquiryAfterMs?: number
  readonly timeoutMs?: number
  readonly now?: () => number
}

function toVerificationResult(reply: DpoReply, attempt: ProviderAttempt): VerificationResult {
  const received = readReceivedAmount(reply, attempt.amount)
  if (reply.Result === otherAmount) return { state: 'review', reason: 'dpo: over- or underpaid', received }
  if (reply.Result !== paid) return resultByCode[reply.Result] ?? { state: 'unknown' }
  const fraud = fraudReviewReasons[reply.FraudAlert ?? '']
  if (fraud !== undefined) return { state: 'review', reason: fraud, received }
  if (!echoesAmount(reply, attempt.amount))
    return { state: 'review', reason: 'dpo: paid, but not this amount', received }
  return {
    state: 'captured',
    attemptId: reply.CompanyRef || attempt.id,
    amount: attempt.amount,
    ...(attempt.providerReference !== undefined && { providerReference: attempt.providerReference }),
  }
}

/** After a conversion it is not documented which pair holds the order's currency, so either may match. */
function listAmounts(reply: DpoReply): readonly Money[] {
  const pairs = [
    [reply.TransactionCurrency, reply.TransactionAmount],
    [reply.TransactionFinalCurrency, reply.TransactionFinalAmount],
  ] as const
  return pairs.flatMap(([currency, amount]) => {
    const isReadable = currency !== undefined && amount !== undefined && isCurrency(currency)
    return isReadable ? (parseMoney(amount, currency) ?? []) : []
  })
}

const echoesAmount = (reply: DpoReply, due: Money): boolean => listAmounts(reply).some((one) => isSameMoney(one, due))

/** Two different amounts of the order's currency, or two of others, do not say what was received. */
function readReceivedAmount(reply: DpoReply, due: Money): Money | undefined {
  const amounts = listAmounts(reply)
  const ofOrder = amounts.filter(({ currency }) => currency === due.currency)
  const [first, second = first] = ofOrder.length > 0 ? ofOrder : amounts
  return first && second && isSameMoney(first, second) ? first : undefined
}

/** DPO's names of a transaction: the token opens the payment page and verifies, the ref finds its refund. */
interface DpoReference {
  readonly token: string
  readonly ref?: string
}

// Neither a GUID nor a ref contains the separator.
const separator = '/'

function joinReference({ token, ref }: DpoReference): string {
  return ref === undefined ? token : `${token}${separator}${ref}`
}

function splitReference(text: string | undefined): DpoReference | undefined {
  const [token, ref] = (text ?? '').split(separator)
  if (token === undefined || token === '') return undefined
  return ref === undefined || ref === '' ? { token } : { token, ref }
}

/** Lists both ids of a transaction: settlement files of DPO name it by either. */
export function dpoIds(providerReference: string): readonly string[] {
  const { token, ref } = splitReference(providerReference) ?? {}
  return [token, ref].filter((id) => id !== undefined)
}

export function createDpoGateway(options: DpoOptions): PaymentGateway {
  const { baseUrl, timeoutMs = 30_000, firstEnquiryAfterMs = 5000 } = options
  const { api: apiPath, verify: verifyPath } = pathsOf(options)
  const access: DpoAccess = { provider: createProvider('dpo', options), companyToken: options.companyToken }

  const command = (request: string, fields: XmlFields) =>
    commandDpo(access, { url: `${baseUrl}${apiPath}`, timeoutMs, request, fields })
  const query = (request: string, path: string, fields: XmlFields) =>
    queryDpo(access, { url: `${baseUrl}${path}`, timeoutMs, request, fields })
  // 1 confirms the payment to DPO and ends its reminders to the merchant; 0 only reads.
  const verifyToken = (attempt: ProviderAttempt, verifies: '0' | '1') =>
    query('verifyToken', verifyPath, { ...namesOf(attempt), VerifyTransaction: verifies })

  async function verifyRefund({ providerReference }: ProviderAttempt): Promise<RefundResult> {
    const ref = splitReference(providerReference)?.ref
    if (ref === undefined) return 'unknown'
    const { Result } = await query('verifyRefund', apiPath, { TransRef: ref })
    return refundStates[Result] ?? 'unknown'
  }

  return {
    checkoutType: 'redirect',
    firstEnquiryAfterMs,

    async start(request) {
      return toStartResult(await command('createToken', createTokenFields(request, options)), options)
    },

    async verify(attempt): Promise<VerificationResult> {
      const seen = await verifyToken(attempt, '0')
      return toVerificationResult(seen.Result === paid ? await verifyToken(attempt, '1') : seen, attempt)
    },

    async abandon({ providerReference }) {
      const token = splitReference(providerReference)?.token
      if (token !== undefined) await command('cancelToken', { TransactionToken: token })
    },

    refundsParts: true,

    async refund(attempt) {
      const { id, amount, part = amount, providerReference } = attempt
      const token = splitReference(providerReference)?.token
      if (token === undefined) return 'refused'
      const { Result } = await command('refundToken', {
        TransactionToken: token,
        refundAmount: twoDecimals(part),
        refundDetails: `Refund of ${id}`,
        refundRef: id,
      })
      // An accepted refund may still need a manual approval, and a refused one may have been refunded before.
      const state = await verifyRefund(attempt)
      return state === 'unknown' ? (refundAnswers[Result] ?? 'unknown') : state
    },

    verifyRefund,
  }
}

/** Checks by reading a payment that does not exist. */
export async function checkDpo(options: DpoOptions): Promise<void> {
  const { baseUrl, companyToken, timeoutMs = 30_000 } = options
  const access = { provider: createProvider('dpo', options), companyToken }
  const fields = { ...namesOf({ id: newId() }), VerifyTransaction: '0' }
  await checkDpoCredentials(access, {
    url: `${baseUrl}${pathsOf(options).verify}`,
    timeoutMs,
    request: 'verifyToken',
    fields,
  })
}

function pathsOf({ paths = {} }: DpoOptions) {
  const { api = '/API/v6/', page = '/payv2.php' } = paths
  return { api, verify: paths.verify ?? api, page }
}

function toStartResult(reply: DpoReply, options: DpoOptions): StartResult {
  const { Result, TransToken, TransRef } = reply
  if (Result === alreadyPaid) return { outcome: 'waiting' }

  const reason = startRefusals[Result]
  if (reason !== undefined) return { outcome: 'refused', reason }
  if (Result !== paid || !TransToken) {
    throw new PortalError('provider_broke_contract', `dpo createToken: result ${Result}`)
  }
  return {
    outcome: 'redirect',
    url: `${options.baseUrl}${pathsOf(options).page}?ID=${encodeURIComponent(TransToken)}`,
    providerReference: joinReference({ token: TransToken, ref: TransRef }),
  }
}

function namesOf({ id, providerReference }: Pick<ProviderAttempt, 'id' | 'providerReference'>): XmlFields {
  const token = splitReference(providerReference)?.token
  return token === undefined ? { CompanyRef: id } : { TransactionToken: token }
}

/** Builds the data of a payment that DPO needs to open a page. */
function createTokenFields(request: PaymentRequest, options: DpoOptions): XmlFields {
  const { country, countryCode, serviceType, timeZone, paymentTimeLimitMinutes = 30, now = Date.now } = options
  const minutesLeft = Math.ceil((request.expiresAt - now()) / minute)

  return {
    Transaction: {
      PaymentAmount: twoDecimals(request.amount),
      PaymentCurrency: request.amount.currency,
      CompanyRef: request.id,
      RedirectURL: request.returnUrl,
      BackURL: request.cancelUrl,
      CompanyRefUnique: '1',
      PTL: String(Math.min(paymentTimeLimitMinutes, Math.max(1, minutesLeft))),
      PTLtype: 'minutes',
      customerEmail: request.email,
      ...(request.payerMsisdn !== '' && { customerPhone: international(request.payerMsisdn, { countryCode }) }),
      customerCountry: country,
      customerDialCode: country,
      DefaultPayment: 'CC',
      TransactionSource: 'Website',
    },
    Services: {
      Service: {
        ServiceType: serviceType,
        ServiceDescription: request.description,
        ServiceDate: serviceDate(now(), timeZone),
      },
    },
  }
}

/** Writes an amount such as `1000.00`. */
function twoDecimals(amount: Money): string {
  const [whole, decimals = '00'] = majorText(amount).split('.')
  return `${whole}.${decimals}`
}

/** Writes a time such as `2026/11/20 10:00`. */
function serviceDate(at: number, timeZone: string): string {
  // Swedish dates have the year first.
  const text = new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return text.replaceAll('-', '/')
}
