import { parseMsisdn } from '@nyanja/domain/msisdn'
import type { FailureName } from '../../contract/failures.ts'
import { otpActions, resendOtp, sendOtp, verifyOtp } from '../../contract/otp.ts'
import type { Market } from '../market.ts'
import type { ResendResult, SendResult, VerifyResult } from '../otp/code-outcomes.ts'
import type { OneTimeCodes } from '../otp/one-time-codes.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

export interface OtpPortal {
  readonly codes: Pick<OneTimeCodes, 'send' | 'resend' | 'verify'>
  readonly market: Pick<Market, 'numbers' | 'languages'>
}

type Refused = Exclude<(SendResult | ResendResult | VerifyResult)['outcome'], 'sent' | 'verified' | 'wrong_code'>

/** Channels have no script that could solve a puzzle: to them it is a limit. */
const failureOf = {
  not_our_line: 'invalid_number',
  too_soon: 'too_many_requests',
  limit_reached: 'too_many_requests',
  proof_of_work_needed: 'too_many_requests',
  expired: 'code_expired',
  attempts_exhausted: 'attempts_exhausted',
  not_a_code: 'bad_input',
} as const satisfies Record<Refused, FailureName>

/** A code belongs to the client that asked for it: its name is the subject of the code and of the proof. */
const placeOf = (client: string) => ({ channel: client, subject: client, purposes: Object.values(otpActions) })

export function serveOneTimeCodes(api: Api, { codes, market }: OtpPortal): void {
  serve(api, sendOtp, async ({ input: { data }, client, succeed }) => {
    const number = parseMsisdn(data.text, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const sent = await codes.send({
      purpose: otpActions[data.otpAction],
      msisdn: number.msisdn,
      subject: client,
      channel: client,
      language: market.languages.unprefixed,
    })
    return sent.outcome === 'sent'
      ? succeed({ otpId: sent.refId, resendAfter: sent.resendInSeconds })
      : failed(failureOf[sent.outcome])
  })

  serve(api, resendOtp, async ({ input: { data }, client, succeed }) => {
    const sent = await codes.resend(data.otpId, placeOf(client))
    return sent.outcome === 'sent'
      ? succeed({ otpId: sent.refId, resendAfter: sent.resendInSeconds })
      : failed(failureOf[sent.outcome])
  })

  serve(api, verifyOtp, async ({ input: { data }, client, succeed }) => {
    const verified = await codes.verify(data.otpId, data.otp, placeOf(client))
    if (verified.outcome === 'verified') return succeed({ otpId: data.otpId, uniqueCode: verified.uniqueCode })
    if (verified.outcome === 'wrong_code')
      return failed('wrong_code', { result: { attemptsLeft: verified.attemptsLeft } })
    return failed(failureOf[verified.outcome], { values: { field: 'otp' } })
  })
}
