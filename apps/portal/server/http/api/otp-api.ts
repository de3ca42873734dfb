import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { FillValues } from '@nyanja/domain/texts/fill'
import type { FieldKeys } from '@nyanja/server/common/field-keys'
import type { Challenges } from '@nyanja/server/otp/challenges'
import type { ResendResult, SendResult, VerifyResult } from '@nyanja/server/otp/code-text'
import type { OtpPurpose } from '@nyanja/server/otp/one-time-code'
import type { OneTimeCodes } from '@nyanja/server/otp/one-time-codes'
import type { Method } from '@nyanja/server/payments/attempt'
import type { Market } from '@nyanja/server/settings/market'
import type { FailureName } from '../../../contract/failures.ts'
import {
  otpActions,
  resendOtp,
  resendPaymentOtp,
  sendOtp,
  sendPaymentOtp,
  verifyOtp,
  verifyPaymentOtp,
} from '../../../contract/otp.ts'
import { verifyUser } from '../../../contract/pin-payment.ts'
import type { Portal } from '../../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { findMethod, findOption } from './read-checkout.ts'

type Result = SendResult | ResendResult | VerifyResult
type Failed = Exclude<Result, { readonly outcome: 'sent' | 'verified' }>

const nameOf = {
  not_our_line: 'invalid_number',
  too_soon: 'too_soon',
  limit_reached: 'too_many_requests',
  proof_of_work_needed: 'work_needed',
  no_wallet: 'no_wallet',
  wallet_refused: 'bad_request',
  expired: 'code_expired',
  attempts_exhausted: 'attempts_exhausted',
  not_a_code: 'bad_input',
  wrong_code: 'wrong_code',
} as const satisfies Record<Failed['outcome'], FailureName>

/** The solution that a client sends with a request for a code. */
export const workOf = ({ solution }: { readonly solution?: string | undefined }) =>
  solution === undefined ? {} : { solution }

/** No code was sent, or an entered one was refused, for one of these reasons. */
function codeFailure(result: Failed, texts: FillValues = {}): ApiAnswer {
  const left = 'attemptsLeft' in result ? { result: { attemptsLeft: result.attemptsLeft } } : {}
  const message = 'message' in result ? result.message : undefined
  const retryAfterSeconds = 'resendInSeconds' in result ? result.resendInSeconds : undefined
  const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`
  const values = { field: 'otp', wait, ...texts }
  return failed(nameOf[result.outcome], { values, message, retryAfterSeconds, ...left })
}

/** Does the same for messages. Where one more requires a challenge, the answer contains it. */
export async function sendFailure(
  challenges: Pick<Challenges, 'createWork'>,
  result: Failed,
  texts: FillValues = {},
): Promise<ApiAnswer> {
  if (result.outcome !== 'proof_of_work_needed') return codeFailure(result, texts)
  return failed('work_needed', { result: { challenge: await challenges.createWork(result.level) } })
}

interface MaybeSealed {
  readonly value: string
  /** The id of the key that encrypted the value, which is in the clear when the id is absent. */
  readonly keyId?: string
  /** What the value belongs to: encrypted for one id, it is invalid for another. */
  readonly id: string
}

type Opened = { readonly value: string } | { readonly problem: ApiAnswer }

const problems = { unknown_key: 'unknown_key', unreadable: 'unreadable_field' } as const

/** Reads a field that channels may send encrypted or in the clear. */
function openField(keys: Pick<FieldKeys, 'open'>, { value, keyId, id }: MaybeSealed): Opened {
  if (keyId === undefined) return { value }
  const opening = keys.open(keyId, value)
  if (opening.outcome !== 'opened') return { problem: failed(problems[opening.outcome]) }
  const beginning = `v1|${id}|`
  return opening.text.startsWith(beginning)
    ? { value: opening.text.slice(beginning.length) }
    : { problem: failed('unreadable_field') }
}

interface OtpPortal {
  readonly codes: Pick<OneTimeCodes, 'send' | 'resend' | 'verify'>
  readonly challenges: Pick<Challenges, 'createWork'>
  readonly fieldKeys: Pick<FieldKeys, 'open'>
  readonly market: Pick<Market, 'numbers' | 'languages'>
}

/** A code belongs to the client that asked for it: the client's name is the subject of the code and of the proof. */
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
      language: market.languages[0].code,
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
/** An order for internet at home requests its code elsewhere, and has it verified here. */
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
const paymentCodeScope = (client: string, purposes: readonly OtpPurpose[]) => ({
  channel: client,
  subject: client,
  purposes,
})

/** Serves codes that precede a payment. */
export function servePaymentCodes(api: Api, portal: PaymentOtpPortal): void {
  const { codes, challenges, fieldKeys, market, cardGateways, openPaymentOptions, now } = portal
  const texts = { product: market.brand }

  async function readPurpose(paymentMode: string): Promise<OtpPurpose | undefined> {
    const option = findOption({ paymentMode }, { paymentOptions: await openPaymentOptions(), cardGateways })
    return option && purposes[option.method]
  }

  /** The members beside a code must match what it was sent for; a mismatch spends no attempt. */
  async function isMeant({ refId, username, paymentMode }: Typed, client: string): Promise<boolean> {
    const sent = await codes.pending(refId, paymentCodeScope(client, ofAll))
    if (sent === undefined) return true
    const number = username === undefined ? undefined : parseMsisdn(username, market.numbers)
    const isTheirs = number === undefined || (number.outcome === 'valid' && number.msisdn === sent.msisdn)
    const method = paymentMode === undefined ? undefined : findMethod(paymentMode, { cardGateways })
    return isTheirs && (paymentMode === undefined || (method !== undefined && purposes[method] === sent.purpose))
  }

  async function verify(typed: Typed, client: string, purposes: readonly OtpPurpose[]) {
    const otp = openField(fieldKeys, { value: typed.otp, keyId: typed.keyId, id: typed.refId })
    if ('problem' in otp) return otp
    if (!(await isMeant(typed, client))) return { problem: failed('code_expired') }
    const verified = await codes.verify(typed.refId, otp.value, paymentCodeScope(client, purposes))
    return verified.outcome === 'verified' ? { verified } : { problem: codeFailure(verified, texts) }
  }

  serve(api, sendPaymentOtp, async ({ input: { data }, client, succeed }) => {
    const number = parseMsisdn(data.msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const purpose = await readPurpose(data.paymentMode ?? usualMode)
    if (purpose === undefined) return failed('method_unavailable')
    const language = market.languages[0].code
    const { msisdn } = number
    const sent = await codes.send({ purpose, msisdn, subject: client, channel: client, language, ...workOf(data) })
    return sent.outcome === 'sent'
      ? succeed({ refId: sent.refId, resendAfter: sent.resendInSeconds })
      : sendFailure(challenges, sent, texts)
  })

  serve(api, resendPaymentOtp, async ({ input: { data }, client, succeed }) => {
    const sent = await codes.resend(data.refId, paymentCodeScope(client, ofAll), workOf(data))
    return sent.outcome === 'sent'
      ? succeed({ refId: sent.refId, resendAfter: sent.resendInSeconds })
      : sendFailure(challenges, sent, texts)
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
