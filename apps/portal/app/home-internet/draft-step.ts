import type { DraftPage } from '@nyanja/domain/leads/draft-pages'
import type { ChallengeLevel } from '@nyanja/domain/rate-limits/challenge'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Draft, DraftOffer } from '@nyanja/server/leads/draft'
import type { CodeRequester } from '@nyanja/server/otp/code-text'
import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import { readField } from '@nyanja/web/format/read-field'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { type CodeStep, toCodeStep } from '../code/code-step.ts'
import type { Hrefs } from '../hrefs.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'

const addresses: Readonly<Record<Exclude<DraftPage, 'code'>, (to: Hrefs, draft: string) => string>> = {
  plan: (to, draft) => to.leadPlan({ draft }),
  details: (to, draft) => to.leadDetails({ draft }),
  place: (to, draft) => to.leadPlace({ draft }),
  done: (to, draft) => to.leadDone({ draft }),
}

/**
 * Finds the draft that the address names. A visitor without one begins at the offer, and one with an expired draft gets
 * a message.
 */
async function draftIn({ drafts }: Pick<Portal, 'drafts'>, url: URL): Promise<Draft> {
  const id = url.searchParams.get('draft')
  const draft = id === null ? undefined : await drafts.draft(id)
  if (draft === undefined) throw redirect(hrefsAt(url).internet(id === null ? {} : { ended: '1' }), { status: 303 })
  return draft
}

/** Does the same for a page of a certain step; a visitor at another step is redirected there. */
export async function draftAt(portal: Pick<Portal, 'drafts'>, url: URL, page: DraftPage): Promise<Draft> {
  const draft = await draftIn(portal, url)
  const shown = portal.drafts.pageOf(draft, page)
  if (shown === page) return draft
  // The page of a code needs a code that was sent, so it is no target of a redirect.
  throw redirect(addresses[shown === 'code' ? 'place' : shown](hrefsAt(url), draft.id), { status: 303 })
}

/** Reads the version that the visitor saw when filling in the form. An unreadable one is no version of any draft. */
export function seenIn(form: FormData): number {
  const value = readField(form, 'version')
  return /^\d{1,9}$/.test(value) ? Number(value) : -1
}

/** The steps are plan, person, place, code. */
export const stepsInAll = 4

export type InternetTexts = ContentPackages['home-internet-translation']

export function internetTexts({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL): InternetTexts {
  return content.page('home-internet-translation', languageOf(url, market))
}

const purpose = 'lead'

/** Codes of one draft prove the number of no other. */
export const draftCodeScope = ({ id }: Pick<Draft, 'id'>): OtpPlace => ({
  channel: 'web',
  purposes: [purpose],
  subject: id,
})

/** Builds the address of the page for a code that was sent before and can still be entered. */
export async function sentCodeHref(
  { codes }: Pick<Portal, 'codes'>,
  { id, answers: { details } }: Draft,
  to: Hrefs,
): Promise<string | undefined> {
  if (details === undefined) return undefined
  const ref = await codes.findPendingCodeId({ purpose, msisdn: details.msisdn, subject: id }, 'web')
  return ref && to.leadCode({ draft: id, ref })
}

interface DraftCodeRequest {
  readonly draft: Draft
  readonly language: string
  readonly requester: CodeRequester
}

/** Sends a code to the number of the details, and redirects to the page of the code. */
export async function draftCodeStep(
  portal: Portal,
  { draft, language, requester }: DraftCodeRequest,
  to: Hrefs,
): Promise<CodeStep> {
  const msisdn = draft.answers.details?.msisdn ?? ''
  const request = { purpose, msisdn, subject: draft.id, channel: 'web', language, ...requester } as const
  const sent = await portal.codes.send(request).catch(() => undefined)
  return toCodeStep(sent, {
    codeHref: (ref) => to.leadCode({ draft: draft.id, ref }),
    waitHref: (level) => draftWaitHref(portal, { draft, level, begun: requester.token }, to),
  })
}

interface Waiting {
  readonly draft: Pick<Draft, 'id'>
  readonly level: ChallengeLevel
  /** The id of a code that was sent before. */
  readonly ref?: string
  /** The challenge token with which the visitor has begun to wait. */
  readonly begun?: string | undefined
}

/** Builds the address of the page of the challenge; the request goes along, encrypted. */
export function draftWaitHref(
  { challenges }: Pick<Portal, 'challenges'>,
  { draft: { id }, level, ref, begun }: Waiting,
  to: Hrefs,
): string {
  const values: Record<string, string> = ref === undefined ? {} : { ref }
  return to.leadWait({ draft: id, ask: challenges.issueToken({ level, values }, id, begun) })
}

/** Sends another code under the same id, after a challenge or a wait. */
export async function resendDraftCode(
  portal: Portal,
  { draft, requester }: DraftCodeRequest,
  ref: string,
  to: Hrefs,
): Promise<CodeStep> {
  const resent = await portal.codes.resend(ref, draftCodeScope(draft), requester).catch(() => undefined)
  switch (resent?.outcome) {
    case 'sent':
    case 'too_soon':
    case 'attempts_exhausted':
      return { to: to.leadCode({ draft: draft.id, ref }) }
    case 'expired':
      return { to: to.leadPlace({ draft: draft.id }) }
    case 'proof_of_work_needed':
      return { to: draftWaitHref(portal, { draft, level: resent.level, ref, begun: requester.token }, to) }
    case 'limit_reached':
      return { problem: 'code_limit' }
    default:
      return { problem: 'bss_unavailable' }
  }
}

type DeviceTexts = Pick<
  ContentPackages['website-homepage-config'],
  'deviceName' | 'deviceImage' | 'deviceFeature1' | 'deviceFeature2' | 'deviceFeature3'
>

/** The operator's offer, in its own texts. */
export function deviceOf(texts: DeviceTexts): DraftOffer {
  return {
    isNyanjaWorks: true,
    deviceName: texts.deviceName,
    headingImage: texts.deviceImage,
    features: [texts.deviceFeature1, texts.deviceFeature2, texts.deviceFeature3].filter(Boolean),
  }
}
