import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { otpLength } from '@nyanja/domain/otp'
import type { ChallengeLevel } from '@nyanja/domain/rate-limits/challenge'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { ResendResult, SendResult, VerifyResult } from '@nyanja/server/otp/code-text'
import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import type { PendingCode } from '@nyanja/server/otp/one-time-codes'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { privateHeaders } from '../format/headers.ts'
import { unbroken } from '../format/text.ts'
import { languageOf } from '../page-language.ts'

export type CodeProblem = 'code_limit' | 'bss_unavailable' | 'not_our_line'

/** The address that a request for a code leads to, or the reason that none was sent. */
export type CodeStep =
  | { readonly to: string }
  /** `seconds` pass until the next code may be sent. */
  | { readonly problem: CodeProblem; readonly seconds?: number }

interface CodeAddresses {
  /** The address of the page where the code is typed. */
  readonly codeHref: (ref: string) => string
  /** The address of the page with the challenge. */
  readonly waitHref: (level: ChallengeLevel) => string
}

/** `sent` is undefined where the line could not be looked up. */
export function toCodeStep(sent: SendResult | undefined, { codeHref, waitHref }: CodeAddresses): CodeStep {
  switch (sent?.outcome) {
    case undefined:
      return { problem: 'bss_unavailable' }
    case 'sent':
      return { to: codeHref(sent.refId) }
    case 'proof_of_work_needed':
      return { to: waitHref(sent.level) }
    case 'too_soon':
      return { problem: 'code_limit', seconds: sent.resendInSeconds }
    case 'not_our_line':
      return { problem: 'not_our_line' }
    case 'limit_reached':
    case 'no_wallet':
    case 'wallet_refused':
      return { problem: 'code_limit' }
  }
}

type Texts = ContentPackages['orp-translation']

interface Place {
  /** The link that continues without a code, and its label. */
  readonly backHref: string
  readonly otherMethod: string
}

/** Builds the page for a code before anything is typed. */
export function codeView({ market, content }: Portal, url: URL, pending: PendingCode, place: Place) {
  const language = languageOf(url, market)
  const texts = content.page('orp-translation', language)
  const { resendInSeconds, attemptsLeft, msisdn } = pending
  return {
    backHref: place.backHref,
    length: otpLength,
    resendInSeconds,
    isDead: attemptsLeft <= 0,
    texts: {
      title: texts.otpTitle,
      back: texts.back,
      close: content.page('errors-translation', language).close,
      text: fill(texts.otpText, {
        length: otpLength,
        number: unbroken(maskMsisdn(msisdn, market.numbers.countryCode)),
      }),
      label: fill(texts.otpLabel, { length: otpLength }),
      verify: texts.otpVerify,
      resend: texts.otpResend,
      resendIn: texts.otpResendIn,
      resendWait: fill(texts.otpResendIn, { time: secondsText(resendInSeconds, texts) }),
      otherMethod: place.otherMethod,
    },
  }
}

export type CodeView = ReturnType<typeof codeView>

/** Loads the page of a pending code. It redirects back where none is pending. */
export async function loadCodePage(
  portal: Portal,
  url: URL,
  { place, ...around }: Place & { readonly place: OtpPlace },
) {
  const pending = await portal.codes.pending(url.searchParams.get('ref') ?? '', place)
  if (pending === undefined) throw redirect(around.backHref)
  return data(codeView(portal, url, pending, around), { headers: privateHeaders })
}

type Refused = Exclude<VerifyResult, { outcome: 'verified' }> | Exclude<ResendResult, { outcome: 'sent' }>

/** The page's answer to a press: at the field, or above the form where only another code helps. */
export interface CodeAnswer {
  readonly error?: string
  readonly note?: string
  readonly isGood?: true
}

/** Texts of codes that are for something other than a payment. */
export interface CodeTexts {
  readonly exhausted?: string
  readonly limit?: string
}

export function codeProblem(
  { market, content }: Portal,
  url: URL,
  refused: Refused | { readonly outcome: 'resent' | 'unavailable' },
  labels: CodeTexts = {},
): CodeAnswer {
  const texts = content.page('orp-translation', languageOf(url, market))
  switch (refused.outcome) {
    case 'resent':
      return { note: texts.otpResent, isGood: true }
    case 'wrong_code':
      return { error: `${texts.otpWrong}. ${attemptsText(refused.attemptsLeft, texts)}` }
    case 'not_a_code':
      return { error: texts.otpWrong }
    case 'attempts_exhausted':
      return { note: labels.exhausted ?? `${texts.attemptsExhausted}. ${texts.attemptsExhaustedText}` }
    case 'expired':
      return { note: texts.otpExpired }
    case 'unavailable':
      return { note: texts.walletSilent }
    case 'no_wallet':
    case 'wallet_refused':
      return { note: refused.message ?? texts.walletRefused }
    case 'too_soon':
      return { note: fill(texts.otpResendIn, { time: secondsText(refused.resendInSeconds, texts) }) }
    case 'limit_reached':
    case 'proof_of_work_needed':
      return { note: labels.limit ?? texts.otpLimit }
  }
}

/** Tells the visitor to wait: the number was sent a code a moment ago, even for another order. */
export function waitForCodeText(
  { market, content }: Pick<Portal, 'market' | 'content'>,
  url: URL,
  seconds: number,
): string {
  const texts = content.page('orp-translation', languageOf(url, market))
  return fill(texts.otpResendIn, { time: secondsText(seconds, texts) })
}

function attemptsText(left: number, texts: Texts): string {
  return left === 1 ? texts.attemptsLeftOne : fill(texts.attemptsLeftMany, { count: left })
}

export function secondsText(count: number, texts: Pick<Texts, 'secondOne' | 'seconds'>): string {
  return count === 1 ? texts.secondOne : fill(texts.seconds, { count })
}

interface CodePress {
  readonly place: OtpPlace
  readonly clientIp: string
  /** The page of the challenge before another code. */
  readonly waitHref: (level: ChallengeLevel, ref: string) => string
  /** Checks the form that came with a code. The code is not tried if the form is refused. */
  readonly objection?: (form: FormData) => string | undefined
  readonly labels?: CodeTexts
}

/** A wallet that sends and checks the code itself may not answer. */
const unavailable = () => ({ outcome: 'unavailable' }) as const

/** Returns the result of a press on the page for a code: a verified code to continue with, or the page's answer. */
export async function codePressed(
  portal: Portal,
  { url, request }: { readonly url: URL; readonly request: Request },
  { place, clientIp, waitHref, objection, labels }: CodePress,
) {
  const ref = url.searchParams.get('ref') ?? ''
  const form = await request.formData()
  const headers = privateHeaders
  const answer = (outcome: Parameters<typeof codeProblem>[2], status = 400) => ({
    verified: undefined,
    answer: data(codeProblem(portal, url, outcome, labels), { status, headers }),
  })
  if (readField(form, 'intent') === 'resend') {
    const resent = await portal.codes.resend(ref, place, { clientIp }).catch(unavailable)
    if (resent.outcome === 'proof_of_work_needed')
      return {
        verified: undefined,
        answer: redirect(waitHref(resent.level, ref), { status: 303, headers }),
      }
    return resent.outcome === 'sent' ? answer({ outcome: 'resent' }, 200) : answer(resent)
  }
  const note = objection?.(form)
  if (note !== undefined) return { verified: undefined, answer: data<CodeAnswer>({ note }, { status: 409, headers }) }
  const verified = await portal.codes.verify(ref, readField(form, 'code'), place, clientIp).catch(unavailable)
  return verified.outcome === 'verified' ? { verified } : answer(verified)
}
