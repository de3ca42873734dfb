import { schemaOf } from '@nyanja/domain/forms/form'
import type { Answers, FormFault } from '@nyanja/domain/forms/form-rules'
import type { SubmissionForm as FormName } from '@nyanja/server/submissions/submission'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import {
  ChallengeNote,
  type ChallengeView,
  readChallengeAnswer,
  toChallengeView,
} from '../challenge/challenge-note.tsx'
import { DynamicForm } from '../form/dynamic-form.tsx'
import { formView } from '../form/form-view.ts'
import { privateHeaders, publicHeaders } from '../format/headers.ts'
import { type Hrefs, hrefs } from '../hrefs.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { Note } from '../ui/notes.tsx'

interface SubmissionFormProps {
  readonly view: SubmissionView
  readonly notSent: NotSent | undefined
}

/** Lets visitors write to the operator, and thanks them. */
export function SubmissionForm({ view, notSent }: SubmissionFormProps) {
  const { form, texts, title, lead, anchor, here, reference } = view
  if (reference !== undefined && notSent === undefined) return <Thanks view={view} reference={reference} />
  const { challenge, isFull = false } = notSent ?? {}
  return (
    <section className="section" id={anchor} aria-labelledby={`${anchor}-title`}>
      <h2 id={`${anchor}-title`}>{title}</h2>
      <p>{lead}</p>
      {isFull && (
        <Note tone="bad" role="alert">
          <p>{texts.full}</p>
        </Note>
      )}
      <DynamicForm
        form={form}
        action={`${here}#${anchor}`}
        answers={notSent?.answers}
        faults={notSent?.faults}
        cancelHref={notSent === undefined ? undefined : `${here}#${anchor}`}
        proofOfWork={challenge?.proofOfWork}
      >
        {challenge !== undefined && <ChallengeNote page={texts} view={challenge} />}
      </DynamicForm>
    </section>
  )
}

function Thanks({ view, reference }: { readonly view: SubmissionView; readonly reference: string }) {
  const { texts, anchor, here } = view
  return (
    <section className="section" id={anchor} aria-labelledby={`${anchor}-title`}>
      <h2 id={`${anchor}-title`}>{texts.sentTitle}</h2>
      <Note tone="ok" role="status">
        <p>
          {texts.sentText} <b className="whole">{reference}</b>
        </p>
        <p>{texts.sentNext}</p>
      </Note>
      <p>
        <a className="link" href={`${here}#${anchor}`}>
          {texts.another}
        </a>
      </p>
    </section>
  )
}

const pages: Readonly<Record<FormName, (to: Hrefs, query?: { sent?: string }) => string>> = {
  contact: (to, query) => to.contact(query),
  feedback: (to, query) => to.feedback(query),
}

/** The position of the form on the page, so that the sender sees the result. */
const anchor = 'write'

/** Tells whether a reference has the portal's own format: other text is not shown as one. */
const isReference = (text: string) => /^MSG(-[0-9A-Z]{4}){2}$/.test(text)

/** Shows the form of a page, or thanks for a sent message. */
export function submissionView({ market, content, places }: Portal, url: URL, form: FormName) {
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

type SubmissionView = ReturnType<typeof submissionView>

/** The outcome of a form, for the title of its page. */
export const outcomeOf = ({ reference, texts }: SubmissionView, notSent: NotSent | undefined) =>
  reference !== undefined && notSent === undefined ? texts.sentTitle : undefined

/** A page of thanks is private. */
export const headersOf = ({ reference }: Pick<SubmissionView, 'reference'>) =>
  reference === undefined ? publicHeaders : privateHeaders

/** Explains why nothing was sent yet, with the typed values. */
export interface NotSent {
  readonly answers: Answers
  readonly faults: readonly FormFault[]
  readonly challenge?: ChallengeView
  readonly isFull: boolean
}

interface Posted {
  readonly request: Request
  readonly url: URL
  readonly clientIp: string
}

/** Sends the form, and redirects to the thanks, or reports what is missing. */
export async function sendSubmission(portal: Portal, form: FormName, { request, url, clientIp }: Posted) {
  const posted = await request.formData()
  const typed = (name: string) => readField(posted, name) || undefined
  const result = await portal.submissions.submit({
    form,
    channel: 'web',
    language: languageOf(url, portal.market),
    clientIp,
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
