import { schemaOf } from '@nyanja/domain/forms/form'
import type { Answers, FormFault } from '@nyanja/domain/forms/form-rules'
import type { SubmissionForm } from '@nyanja/server/submissions/submission'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import type { ChallengeView } from '../challenge/challenge-note.tsx'
import { readChallengeAnswer, toChallengeView } from '../challenge/challenge-view.ts'
import { formView } from '../form/form-view.ts'
import { privateHeaders, publicHeaders } from '../format/headers.ts'
import { readField } from '../format/read-field.ts'
import { type Hrefs, hrefs } from '../hrefs.ts'
import { languagePrefixOf } from '../page-language.ts'
import { languageOf } from '../visitor-language.ts'

const pages: Readonly<Record<SubmissionForm, (to: Hrefs, query?: { sent?: string }) => string>> = {
  contact: (to, query) => to.contact(query),
  feedback: (to, query) => to.feedback(query),
}

/** Where on the page the form stands, so that whoever has sent it sees what came of it. */
const anchor = 'write'

/** As ours are made: nobody else's words are shown as a reference. */
const isReference = (text: string) => /^MSG(-[0-9A-Z]{4}){2}$/.test(text)

/** The form of a page, or thanks for what was sent. */
export function submissionView({ market, content, places }: Portal, url: URL, form: SubmissionForm) {
  const language = languageOf(url, market)
  const texts = content.page('submissions-translation', language)
  const to = hrefs(languagePrefixOf(url.pathname))
  const sent = url.searchParams.get('sent') ?? ''
  return {
    form: formView({ market, content, places }, schemaOf[form], language),
    texts,
    title: form === 'contact' ? texts.title : texts.feedbackTitle,
    lead: form === 'contact' ? texts.lead : texts.feedbackLead,
    anchor,
    here: pages[form](to),
    reference: isReference(sent) ? sent : undefined,
  }
}

export type SubmissionView = ReturnType<typeof submissionView>

/** A page that thanks is one visitor's. */
export const headersOf = ({ reference }: Pick<SubmissionView, 'reference'>) =>
  reference === undefined ? publicHeaders : privateHeaders

/** Why nothing was sent yet, with what was typed. */
export interface NotSent {
  readonly answers: Answers
  readonly faults: readonly FormFault[]
  readonly challenge?: ChallengeView
  readonly isFull: boolean
}

interface Posted {
  readonly request: Request
  readonly url: URL
  readonly address: string
}

/** Sends what was filled in, and leads on to the thanks; or says what is missing. */
export async function sendSubmission(portal: Portal, form: SubmissionForm, { request, url, address }: Posted) {
  const posted = await request.formData()
  const typed = (name: string) => readField(posted, name) || undefined
  const result = await portal.submissions.submit({
    form,
    channel: 'web',
    language: languageOf(url, portal.market),
    address,
    typed,
    ...readChallengeAnswer(posted),
  })
  if (result.outcome === 'kept') {
    const href = pages[form](hrefs(languagePrefixOf(url.pathname)), { sent: result.reference })
    return redirect(`${href}#${anchor}`, { status: 303, headers: privateHeaders })
  }
  const { answers } = result
  const faults = result.outcome === 'wrong' ? result.faults : []
  const challenge = result.outcome === 'challenge' ? toChallengeView(result.challenge) : undefined
  const notSent: NotSent = { answers, faults, challenge, isFull: result.outcome === 'full' }
  return data(notSent, { status: result.outcome === 'wrong' ? 400 : 429, headers: privateHeaders })
}
