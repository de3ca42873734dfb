import { ChallengeNote } from '../challenge/challenge-note.tsx'
import { DynamicForm } from '../form/dynamic-form.tsx'
import { Note } from '../ui/note.tsx'
import type { NotSent, SubmissionView } from './submission-step.ts'

interface SubmissionFormProps {
  readonly view: SubmissionView
  readonly notSent: NotSent | undefined
}

/** Where visitors write to the operator, and are thanked. */
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
