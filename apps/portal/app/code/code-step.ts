import type { ChallengeLevel } from '@nyanja/domain/rate-limits/challenge'
import type { SendResult } from '@nyanja/server/otp/code-outcomes'

export type CodeProblem = 'code_limit' | 'service_silent' | 'not_our_line'

/** Where a request for a code leads, or why none was sent. */
export type CodeStep =
  | { readonly to: string }
  /** `seconds`: until the next code may be sent. */
  | { readonly problem: CodeProblem; readonly seconds?: number }

interface CodeAddresses {
  /** Of the page where the code is typed. */
  readonly codeHref: (ref: string) => string
  /** Of the page with the challenge. */
  readonly waitHref: (level: ChallengeLevel) => string
}

/** `sent`: undefined where the line could not be looked up. */
export function toCodeStep(sent: SendResult | undefined, { codeHref, waitHref }: CodeAddresses): CodeStep {
  switch (sent?.outcome) {
    case undefined:
      return { problem: 'service_silent' }
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
