import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { OtpPurpose } from '@nyanja/server/otp/one-time-code'
import type { Method } from '@nyanja/server/payments/attempt'
import { resendPaymentOtp, sendPaymentOtp, verifyPaymentOtp } from '../../../contract/payment-otp.ts'
import { verifyUser } from '../../../contract/pin-payment.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { codeFailure, sendFailure, workOf } from './code-failures.ts'
import { findMethod, optionAsked } from './payment-option-asked.ts'
import { openField } from './sealed-fields.ts'

type PaymentOtpPortal = Pick<
  Portal,
  'codes' | 'challenges' | 'fieldKeys' | 'market' | 'cardGateways' | 'openPaymentOptions' | 'now'
>

/** Methods that begin with a code. A wallet sends its own. */
const purposes: Readonly<Partial<Record<Method, OtpPurpose>>> = {
  airtime: 'airtime_payment',
  nyanja_money_pin: 'nyanja_money_pin',
  smartcash: 'smartcash',
}
const ofWallets = ['nyanja_money_pin', 'smartcash'] as const satisfies readonly OtpPurpose[]
/** An order for internet at home asks for its code elsewhere, and has it verified here. */
const ofAll = ['airtime_payment', ...ofWallets, 'lead'] as const satisfies readonly OtpPurpose[]

const usualMode = 'AIR_TIME'

interface Typed {
  readonly refId: string
  readonly otp: string
  readonly keyId?: string
  readonly username?: string
  readonly paymentMode?: string
}

/** A code belongs to the client that asked for it, and pays nothing that another client begins. */
const placeOf = (client: string, asked: readonly OtpPurpose[]) => ({
  channel: client,
  subject: client,
  purposes: asked,
})

/** Codes that go before a payment. */
export function servePaymentCodes(api: Api, portal: PaymentOtpPortal): void {
  const { codes, challenges, fieldKeys, market, cardGateways, openPaymentOptions, now } = portal
  const words = { product: market.brand }

  async function purposeAsked(paymentMode: string): Promise<OtpPurpose | undefined> {
    const option = optionAsked({ paymentMode }, { paymentOptions: await openPaymentOptions(), cardGateways })
    return option && purposes[option.method]
  }

  /** What is said beside a code must be what it was sent for; nothing is spent on what is not. */
  async function isMeant({ refId, username, paymentMode }: Typed, client: string): Promise<boolean> {
    const sent = await codes.pending(refId, placeOf(client, ofAll))
    if (sent === undefined) return true
    const number = username === undefined ? undefined : parseMsisdn(username, market.numbers)
    const isTheirs = number === undefined || (number.outcome === 'valid' && number.msisdn === sent.msisdn)
    const method = paymentMode === undefined ? undefined : findMethod(paymentMode, { cardGateways })
    return isTheirs && (paymentMode === undefined || (method !== undefined && purposes[method] === sent.purpose))
  }

  async function verify(typed: Typed, client: string, asked: readonly OtpPurpose[]) {
    const otp = openField(fieldKeys, { value: typed.otp, keyId: typed.keyId, id: typed.refId })
    if ('problem' in otp) return otp
    if (!(await isMeant(typed, client))) return { problem: failed('code_expired') }
    const verified = await codes.verify(typed.refId, otp.value, placeOf(client, asked))
    return verified.outcome === 'verified' ? { verified } : { problem: codeFailure(verified, words) }
  }

  serve(api, sendPaymentOtp, async ({ input: { data }, client, succeed }) => {
    const number = parseMsisdn(data.msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const purpose = await purposeAsked(data.paymentMode ?? usualMode)
    if (purpose === undefined) return failed('method_unavailable')
    const language = market.languages.unprefixed
    const { msisdn } = number
    const sent = await codes.send({ purpose, msisdn, subject: client, channel: client, language, ...workOf(data) })
    return sent.outcome === 'sent'
      ? succeed({ refId: sent.refId, resendAfter: sent.resendInSeconds })
      : sendFailure(challenges, sent, words)
  })

  serve(api, resendPaymentOtp, async ({ input: { data }, client, succeed }) => {
    const sent = await codes.resend(data.refId, placeOf(client, ofAll), workOf(data))
    return sent.outcome === 'sent'
      ? succeed({ refId: sent.refId, resendAfter: sent.resendInSeconds })
      : sendFailure(challenges, sent, words)
  })

  serve(api, verifyPaymentOtp, async ({ input: { data }, client, succeed }) => {
    const result = await verify(data, client, ofAll)
    if ('problem' in result) return result.problem
    return succeed({ refId: data.refId, uniqueCode: result.verified.uniqueCode })
  })

  serve(api, verifyUser, async ({ input: { data }, client, succeed }) => {
    const result = await verify(data, client, ofWallets)
    if ('problem' in result) return result.problem
    const { uniqueCode: accessToken, expiresAt } = result.verified
    return succeed({ tokenType: 'Bearer', accessToken, expiresIn: Math.floor((expiresAt - now()) / 1000) })
  })
}
