import type { ReactNode } from 'react'
import { PostForm } from '../form/post-form.tsx'
import { BackLink, Button } from '../ui/button.tsx'
import { Message, NoteSection } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import { StepDialog } from '../ui/step-dialog.tsx'
import type { CodeAnswer, CodeView } from './code-step.ts'

interface CodeFieldProps {
  readonly id: string
  readonly label: string
  readonly length: number
  readonly error?: string
  /** The ids of the texts above the field, which has the focus: a screen reader reads what describes it. */
  readonly describedBy: readonly string[]
}

/**
 * The field is one input over drawn boxes, so that paste, autofill and screen readers meet a single field. It has no
 * maximum length, which would cut a pasted `123 456`.
 */
function CodeField({ id, label, length, error, describedBy }: CodeFieldProps) {
  const described = error === undefined ? describedBy : [...describedBy, `${id}-error`]
  return (
    <div className={error === undefined ? 'field' : 'field wrong'}>
      <label htmlFor={id}>{label}</label>
      {error !== undefined && (
        <Message tone="bad" id={`${id}-error`}>
          {error}
        </Message>
      )}
      <div className="code">
        <Cells length={length} />
        <input
          id={id}
          name={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described.join(' ')}
        />
      </div>
    </div>
  )
}

interface CodePageProps {
  readonly view: CodeView
  readonly answer?: CodeAnswer
  /** No code is valid any more. */
  readonly isOver?: boolean
  /** The fields that are sent together with the code. */
  readonly along?: ReactNode
  /** What the code is for. */
  readonly children?: ReactNode
}

const textId = 'code-text'
const noteId = 'note'

/** Lets the visitor type a code from an SMS, request another one, or choose another method. */
export function CodePage({ view, answer, isOver = false, along, children }: CodePageProps) {
  const { texts, length, isDead, resendInSeconds, backHref } = view
  const describedBy = answer?.note === undefined ? [textId] : [textId, noteId]
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero progressMark={<ProgressMark level={60} />} meta={<BackLink href={backHref} text={texts.back} />} />
      <div className="wrap code-page">
        <StepDialog title={texts.title} isPageTitle close={texts.close}>
          <p id={textId}>{texts.text}</p>
          {children}
          {answer?.note !== undefined && (
            <div id={noteId}>
              <NoteSection tone={answer.isGood ? 'ok' : 'wait'} role={answer.isGood ? 'status' : 'alert'}>
                {answer.note}
              </NoteSection>
            </div>
          )}
          {!isDead && !isOver && (
            <PostForm noValidate>
              {along}
              <CodeField
                id="code"
                label={texts.label}
                length={length}
                error={answer?.error}
                describedBy={describedBy}
              />
              <div className="field">
                <Button isFull>{texts.verify}</Button>
              </div>
            </PostForm>
          )}
          {!isOver && (
            <PostForm className="again" data-seconds={resendInSeconds}>
              <p className="hint" data-wait={texts.resendIn}>
                {resendInSeconds > 0 && texts.resendWait}
              </p>
              <button className="link" type="submit" name="intent" value="resend">
                {texts.resend}
              </button>
            </PostForm>
          )}
          <p>
            <a className="link" href={backHref}>
              {texts.otherMethod}
            </a>
          </p>
        </StepDialog>
      </div>
    </>
  )
}

/** Draws the boxes under a field for a code or a PIN. Until script marks the next one, the first shows the focus. */
export function Cells({ length }: { readonly length: number }) {
  return (
    <span className="cells" aria-hidden="true">
      {Array.from({ length }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
        <i key={place} className={place === 0 ? 'here' : undefined} />
      ))}
    </span>
  )
}
