import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { FieldKeys } from '@nyanja/server/common/field-keys'
import type { Challenges } from '@nyanja/server/otp/challenges'
import type { OneTimeCodes } from '@nyanja/server/otp/one-time-codes'
import type { Market } from '@nyanja/server/settings/market'
import { otpActions, resendOtp, sendOtp, verifyOtp } from '../../../contract/otp.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { codeFailure, sendFailure, workOf } from './code-failures.ts'
import { openField } from './sealed-fields.ts'

export interface OtpPortal {
  readonly codes: Pick<OneTimeCodes, 'send' | 'resend' | 'verify'>
  readonly challenges: Pick<Challenges, 'createWork'>
  readonly fieldKeys: Pick<FieldKeys, 'open'>
  readonly market: Pick<Market, 'numbers' | 'languages'>
}

/** A code belongs to the client that asked for it: its name is the subject of the code and of the proof. */
const placeOf = (client: string) => ({ channel: client, subject: client, purposes: Object.values(otpActions) })

export function serveOneTimeCodes(api: Api, { codes, challenges, fieldKeys, market }: OtpPortal): void {
  serve(api, sendOtp, async ({ input: { data }, client, succeed }) => {
    const number = parseMsisdn(data.text, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const sent = await codes.send({
      purpose: otpActions[data.otpAction],
      msisdn: number.msisdn,
      subject: client,
      channel: client,
      language: market.languages.unprefixed,
      ...workOf(data),
    })
    return sent.outcome === 'sent'
      ? succeed({ otpId: sent.refId, resendAfter: sent.resendInSeconds })
      : sendFailure(challenges, sent)
  })

  serve(api, resendOtp, async ({ input: { data }, client, succeed }) => {
    const sent = await codes.resend(data.otpId, placeOf(client), workOf(data))
    return sent.outcome === 'sent'
      ? succeed({ otpId: sent.refId, resendAfter: sent.resendInSeconds })
      : sendFailure(challenges, sent)
  })

  serve(api, verifyOtp, async ({ input: { data }, client, succeed }) => {
    const otp = openField(fieldKeys, { value: data.otp, keyId: data.keyId, id: data.otpId })
    if ('problem' in otp) return otp.problem
    const verified = await codes.verify(data.otpId, otp.value, placeOf(client))
    return verified.outcome === 'verified'
      ? succeed({ otpId: data.otpId, uniqueCode: verified.uniqueCode })
      : codeFailure(verified)
  })
}
