import { type Money, majorText } from '@nyanja/domain/money'
import { international } from '@nyanja/domain/msisdn'
import { PortalError } from '../../errors.ts'
import type {
  AskedAttempt,
  PaymentGateway,
  PaymentRequest,
  RefundResult,
  Refusal,
  StartResult,
  Verdict,
} from '../../payments/payment-gateway.ts'
import { createProvider, type ProviderHooks } from '../call-provider.ts'
import { askDpo, type DpoAccess, type DpoReply, tellDpo } from './dpo-calls.ts'
import { joinReference, splitReference } from './dpo-reference.ts'
import { paid, verdictOver } from './dpo-verdict.ts'
import type { XmlFields } from './xml.ts'

export interface DpoOptions extends ProviderHooks {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The whole address of the payment page, often on another host: `https://…/payv2.php`. */
  readonly pageUrl: string
  readonly companyToken: string
  /** Issued per merchant. */
  readonly serviceType: string
  /** ISO code of the market: `MW`. */
  readonly country: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** In which DPO reads the service date: `Africa/Blantyre`. */
  readonly timeZone: string
  readonly apiPath?: string
  readonly verifyPath?: string
  /** A page never stays open longer than this. */
  readonly paymentTimeLimitMinutes?: number
  readonly firstEnquiryAfterMs?: number
  readonly timeoutMs?: number
  readonly now?: () => number
}

const startRefusals: Readonly<Record<string, Refusal>> = {
  '904': 'unsupported_currency',
  '905': 'limit_exceeded',
  '906': 'limit_exceeded',
}
const alreadyPaid = '940'

const refundTaken = '000'
const refundRefused = '999'
const refundStates: Readonly<Record<string, RefundResult>> = {
  '000': 'refunded',
  '003': 'refunded',
  '008': 'refused',
  '009': 'pending',
}

export function createDpoGateway(options: DpoOptions): PaymentGateway {
  const {
    baseUrl,
    apiPath = '/API/v6/',
    verifyPath = apiPath,
    timeoutMs = 30_000,
    firstEnquiryAfterMs = 5000,
  } = options
  const access: DpoAccess = { provider: createProvider('dpo', options), companyToken: options.companyToken }

  const tell = (request: string, fields: XmlFields) =>
    tellDpo(access, { url: `${baseUrl}${apiPath}`, timeoutMs, request, fields })
  const ask = (request: string, path: string, fields: XmlFields) =>
    askDpo(access, { url: `${baseUrl}${path}`, timeoutMs, request, fields })
  // 1 tells DPO that we know of the payment, and ends its reminders to the merchant; 0 only looks.
  const verify = (attempt: AskedAttempt, verifies: '0' | '1') =>
    ask('verifyToken', verifyPath, { ...namesOf(attempt), VerifyTransaction: verifies })

  async function refundVerdict({ providerReference }: AskedAttempt): Promise<RefundResult> {
    const ref = splitReference(providerReference)?.ref
    if (ref === undefined) return 'unknown'
    const { Result } = await ask('verifyRefund', apiPath, { TransRef: ref })
    return refundStates[Result] ?? 'unknown'
  }

  return {
    handsOver: 'page',
    firstEnquiryAfterMs,

    async start(request) {
      return startedBy(await tell('createToken', createTokenFields(request, options)), options)
    },

    async verdictOn(attempt): Promise<Verdict> {
      const seen = await verify(attempt, '0')
      return verdictOver(seen.Result === paid ? await verify(attempt, '1') : seen, attempt)
    },

    async abandon({ providerReference }) {
      const token = splitReference(providerReference)?.token
      if (token !== undefined) await tell('cancelToken', { TransactionToken: token })
    },

    async refund(attempt) {
      const { id, amount, providerReference } = attempt
      const token = splitReference(providerReference)?.token
      if (token === undefined) return 'refused'
      const { Result } = await tell('refundToken', {
        TransactionToken: token,
        refundAmount: twoDecimals(amount),
        refundDetails: `Refund of ${id}`,
        refundRef: id,
      })
      if (Result !== refundTaken) return Result === refundRefused ? 'refused' : 'unknown'
      // It may still wait for a person at DPO, or have been declined by one.
      const state = await refundVerdict(attempt)
      return state === 'unknown' ? 'refunded' : state
    },

    refundVerdict,
  }
}

function startedBy(reply: DpoReply, { pageUrl }: DpoOptions): StartResult {
  const { Result, TransToken, TransRef } = reply
  if (Result === alreadyPaid) return { outcome: 'waiting' }

  const reason = startRefusals[Result]
  if (reason !== undefined) return { outcome: 'refused', reason }
  if (Result !== '000' || !TransToken) {
    throw new PortalError('provider_broke_contract', `dpo createToken: result ${Result}`)
  }
  return {
    outcome: 'redirect',
    url: `${pageUrl}?ID=${encodeURIComponent(TransToken)}`,
    providerReference: joinReference({ token: TransToken, ref: TransRef }),
  }
}

function namesOf({ id, providerReference }: AskedAttempt): XmlFields {
  const token = splitReference(providerReference)?.token
  return token === undefined ? { CompanyRef: id } : { TransactionToken: token }
}

function createTokenFields(request: PaymentRequest, options: DpoOptions): XmlFields {
  const { country, countryCode, serviceType, timeZone, paymentTimeLimitMinutes = 30, now = Date.now } = options
  const minutesLeft = Math.ceil((request.expiresAt - now()) / 60_000)

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
      customerPhone: international(request.payerMsisdn, { countryCode }),
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

function twoDecimals(amount: Money): string {
  const [whole, decimals = '00'] = majorText(amount).split('.')
  return `${whole}.${decimals}`
}

/** `2026/11/20 10:00` */
function serviceDate(at: number, timeZone: string): string {
  // Swedish dates are year first.
  const text = new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return text.replaceAll('-', '/')
}
