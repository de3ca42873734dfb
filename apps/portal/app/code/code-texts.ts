import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { otpLength } from '@nyanja/domain/otp'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { ResendResult, VerifyResult } from '@nyanja/server/otp/code-outcomes'
import type { PendingCode } from '@nyanja/server/otp/one-time-codes'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/unbroken.ts'
import { languageOf } from '../visitor-language.ts'

type Texts = ContentPackages['orp-translation']

interface Place {
  /** Where whoever wants no code goes on, and what that is called. */
  readonly backHref: string
  readonly otherMethod: string
}

/** What the page for a code says before anything is typed. */
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

type Refused = Exclude<VerifyResult, { outcome: 'verified' }> | Exclude<ResendResult, { outcome: 'sent' }>

/** What the page says after a press: at the field, or above the form where another code is the only way on. */
export interface CodeAnswer {
  readonly error?: string
  readonly note?: string
  readonly isGood?: true
}

/** Of codes that are for something other than a payment. */
export interface CodeWords {
  readonly exhausted?: string
  readonly limit?: string
}

export function codeProblem(
  { market, content }: Portal,
  url: URL,
  refused: Refused | { readonly outcome: 'resent' | 'silent' },
  words: CodeWords = {},
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
      return { note: words.exhausted ?? `${texts.attemptsExhausted}. ${texts.attemptsExhaustedText}` }
    case 'expired':
      return { note: texts.otpExpired }
    case 'silent':
      return { note: texts.walletSilent }
    case 'no_wallet':
    case 'wallet_refused':
      return { note: refused.message ?? texts.walletRefused }
    case 'too_soon':
      return { note: fill(texts.otpResendIn, { time: secondsText(refused.resendInSeconds, texts) }) }
    case 'limit_reached':
    case 'proof_of_work_needed':
      return { note: words.limit ?? texts.otpLimit }
  }
}

/** For a visitor to whose number a code went a moment ago, be it for another order. */
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
