// @ts-nocheck
import { parseMsisdn } from '@nyanja/domain/msisdn'
import { resendPaymentOtp, sendPaymentOtp, verifyPaymentOtp } from '../../contract/payment-otp.ts'
import type { Portal } from '../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { codeFailure } from './code-failures.ts'
import { methodAsked } from './payment-method-asked.ts'
import { openField } from './sealed-fields.ts'

type PaymentOtpPortal = Pick<Portal, 'codes' | 'fieldKeys' | 'market' | 'openPaymentOptions'>

const purpose = 'airtime_payment'
const usualMode = 'AIR_TIME'

/** A code belongs to the client that asked for it, and pays nothing that another client begins. */
const placeOf = (client: string) => ({ channel: client, subject: client, purposes: [purpose] as const })

/** Codes that go before a payment. */
export function servePaymentCodes(api: Api, { codes, fieldKeys, market, openPaymentOptions }: PaymentOtpPortal): void {
  serve(api, sendPaymentOtp, async ({ input: { data }, client, succeed }) => {
    const number = parseMsisdn(data.msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const { paymentMode = usualMode } = data
    const method = methodAsked({ paymentMode }, { paymentOptions: await openPaymentOptions() })
    if (method !== 'airtime') return failed('method_unavailable')
    const language = market.languages.unprefixed
    const { msisdn } = number
    const sent = await codes.send({ purpose, msisdn, subject: client, channel: client, language })
    return sent.outcome === 'sent'
      ? succeed({ refId: sent.refId, resendAfter: sent.resendInSeconds })
      : codeFailure(sent)
  })

  serve(api, resendPaymentOtp, async ({ input: { data }, client, succeed }) => {
    const sent = await codes.resend(data.refId, placeOf(client))
    return sent.outcome === 'sent'
      ? succeed({ refId: sent.refId, resendAfter: sent.resendInSeconds })
      : codeFailure(sent)
  })

  serve(api, verifyPaymentOtp, async ({ input: { data }, client, succeed }) => {
    const otp = openField(fieldKeys, { value: data.otp, keyId: data.keyId, id: data.refId })
    if ('problem' in otp) return otp.problem
    const verified = await codes.verify(data.refId, otp.value, placeOf(client))
    return verified.outcome === 'verified'
      ? succeed({ refId: data.refId, uniqueCode: verified.uniqueCode })
      : codeFailure(verified)
  })
}
