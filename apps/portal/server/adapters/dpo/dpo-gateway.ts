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
import { createTokenFields, twoDecimals } from './create-token-fields.ts'
import { askDpo, type DpoAccess, type DpoReply, tellDpo } from './dpo-calls.ts'
import type { DpoOptions } from './dpo-options.ts'
import { joinReference, splitReference } from './dpo-reference.ts'
import { paid, toVerificationResult } from './dpo-verification.ts'
import type { XmlFields } from './xml.ts'

const startRefusals: Readonly<Record<string, Refusal>> = {
  '904': 'unsupported_currency',
  '905': 'limit_exceeded',
  '906': 'limit_exceeded',
}
const alreadyPaid = '940'

const refundAnswers: Readonly<Record<string, RefundResult>> = { '000': 'refunded', '999': 'refused' }
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

  const report = (request: string, fields: XmlFields) =>
    tellDpo(access, { url: `${baseUrl}${apiPath}`, timeoutMs, request, fields })
  const ask = (request: string, path: string, fields: XmlFields) =>
    askDpo(access, { url: `${baseUrl}${path}`, timeoutMs, request, fields })
  // 1 tells DPO that we know of the payment, and ends its reminders to the merchant; 0 only looks.
  const verifyToken = (attempt: AskedAttempt, verifies: '0' | '1') =>
    ask('verifyToken', verifyPath, { ...namesOf(attempt), VerifyTransaction: verifies })

  async function verifyRefund({ providerReference }: AskedAttempt): Promise<RefundResult> {
    const ref = splitReference(providerReference)?.ref
    if (ref === undefined) return 'unknown'
    const { Result } = await ask('verifyRefund', apiPath, { TransRef: ref })
    return refundStates[Result] ?? 'unknown'
  }

  return {
    checkoutType: 'page',
    firstEnquiryAfterMs,

    async start(request) {
      return startedBy(await report('createToken', createTokenFields(request, options)), options)
    },

    async verify(attempt): Promise<VerificationResult> {
      const seen = await verifyToken(attempt, '0')
      return toVerificationResult(seen.Result === paid ? await verifyToken(attempt, '1') : seen, attempt)
    },

    async abandon({ providerReference }) {
      const token = splitReference(providerReference)?.token
      if (token !== undefined) await report('cancelToken', { TransactionToken: token })
    },

    async refund(attempt) {
      const { id, amount, providerReference } = attempt
      const token = splitReference(providerReference)?.token
      if (token === undefined) return 'refused'
      const { Result } = await report('refundToken', {
        TransactionToken: token,
        refundAmount: twoDecimals(amount),
        refundDetails: `Refund of ${id}`,
        refundRef: id,
      })
      // What was taken in may still wait for a person, and what was refused may have been given back before.
      const state = await verifyRefund(attempt)
      return state === 'unknown' ? (refundAnswers[Result] ?? 'unknown') : state
    },

    verifyRefund,
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
