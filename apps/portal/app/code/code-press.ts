import type { ChallengeLevel } from '@nyanja/domain/rate-limits/challenge'
import type { OtpPlace } from '@nyanja/server/otp/code-store'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { privateHeaders } from '../format/headers.ts'
import { type CodeAnswer, type CodeWords, codeProblem } from './code-texts.ts'

interface CodePress {
  readonly place: OtpPlace
  /** Where the visitor comes from. */
  readonly address: string
  /** Where another code is worked or waited for. */
  readonly waitHref: (level: ChallengeLevel, ref: string) => string
  /** What speaks against the form that came with a code. The code is not tried then. */
  readonly objection?: (form: FormData) => string | undefined
  readonly words?: CodeWords
}

/** A wallet that sends and knows the code itself may not answer. */
const silent = () => ({ outcome: 'silent' }) as const

/** What a press on the page for a code comes to: a verified code to go on with, or the answer to give. */
export async function codePressed(
  portal: Portal,
  { url, request }: { readonly url: URL; readonly request: Request },
  { place, address, waitHref, objection, words }: CodePress,
) {
  const ref = url.searchParams.get('ref') ?? ''
  const form = await request.formData()
  const headers = privateHeaders
  const answer = (outcome: Parameters<typeof codeProblem>[2], status = 400) => ({
    verified: undefined,
    answer: data(codeProblem(portal, url, outcome, words), { status, headers }),
  })
  if (form.get('intent') === 'resend') {
    const resent = await portal.codes.resend(ref, place, { address }).catch(silent)
    if (resent.outcome === 'proof_of_work_needed')
      return {
        verified: undefined,
        answer: redirect(waitHref(resent.level, ref), { status: 303, headers }),
      }
    return resent.outcome === 'sent' ? answer({ outcome: 'resent' }, 200) : answer(resent)
  }
  const note = objection?.(form)
  if (note !== undefined) return { verified: undefined, answer: data<CodeAnswer>({ note }, { status: 409, headers }) }
  const typed = form.get('code')
  const verified = await portal.codes.verify(ref, typeof typed === 'string' ? typed : '', place, address).catch(silent)
  return verified.outcome === 'verified' ? { verified } : answer(verified)
}
