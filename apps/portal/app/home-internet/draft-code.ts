import type { ChallengeLevel } from '@nyanja/domain/rate-limits/challenge'
import type { Draft } from '@nyanja/server/leads/draft'
import type { CodeAsking } from '@nyanja/server/otp/code-text'
import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import type { Portal } from '../../server/portal.ts'
import { type CodeStep, toCodeStep } from '../code/code-step.ts'
import type { Hrefs } from '../hrefs.ts'

const purpose = 'lead'

/** Codes of one draft prove the number of no other. */
export const draftCodePlace = ({ id }: Pick<Draft, 'id'>): OtpPlace => ({
  channel: 'web',
  purposes: [purpose],
  subject: id,
})

interface Asked {
  readonly draft: Draft
  readonly language: string
  readonly asking: CodeAsking
}

/** Sends a code to the number of the details, and leads to where it is typed. */
export async function draftCodeStep(portal: Portal, { draft, language, asking }: Asked, to: Hrefs): Promise<CodeStep> {
  const msisdn = draft.answers.details?.msisdn ?? ''
  const request = { purpose, msisdn, subject: draft.id, channel: 'web', language, ...asking } as const
  const sent = await portal.codes.send(request).catch(() => undefined)
  return toCodeStep(sent, {
    codeHref: (ref) => to.leadCode({ draft: draft.id, ref }),
    waitHref: (level) => draftWaitHref(portal, { draft, level, begun: asking.token }, to),
  })
}

interface Waiting {
  readonly draft: Pick<Draft, 'id'>
  readonly level: ChallengeLevel
  /** Of a code that was sent before. */
  readonly ref?: string
  /** The challenge token with which the visitor has begun to wait. */
  readonly begun?: string | undefined
}

/** Where the visitor works or waits; what he asked for goes along, sealed. */
export function draftWaitHref(
  { challenges }: Pick<Portal, 'challenges'>,
  { draft: { id }, level, ref, begun }: Waiting,
  to: Hrefs,
): string {
  const values: Record<string, string> = ref === undefined ? {} : { ref }
  return to.leadWait({ draft: id, ask: challenges.issueToken({ level, values }, id, begun) })
}

/** Another code under the same name, for whoever has worked or waited. */
export async function resendDraftCode(
  portal: Portal,
  { draft, asking }: Asked,
  ref: string,
  to: Hrefs,
): Promise<CodeStep> {
  const resent = await portal.codes.resend(ref, draftCodePlace(draft), asking).catch(() => undefined)
  switch (resent?.outcome) {
    case 'sent':
    case 'too_soon':
    case 'attempts_exhausted':
      return { to: to.leadCode({ draft: draft.id, ref }) }
    case 'expired':
      return { to: to.leadPlace({ draft: draft.id }) }
    case 'proof_of_work_needed':
      return { to: draftWaitHref(portal, { draft, level: resent.level, ref, begun: asking.token }, to) }
    case 'limit_reached':
      return { problem: 'code_limit' }
    default:
      return { problem: 'service_silent' }
  }
}
