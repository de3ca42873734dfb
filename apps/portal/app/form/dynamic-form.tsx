import type { FormAction } from '@nyanja/domain/forms/form'
import { type Answers, emptyAnswers, type FormFault, serializeRules } from '@nyanja/domain/forms/form-rules'
import { fill } from '@nyanja/domain/texts/fill'
import { Fragment, type ReactNode } from 'react'
import { Button, ButtonLink, EnterButton } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Message } from '../ui/notes.tsx'
import { useShell } from '../ui/shell-context.ts'
import { FormFieldBox, idOf } from './form-field.tsx'
import type { FormView } from './form-view.ts'

/** The line that script copies to report at a field what is wrong with it. */
export function FaultTemplate() {
  return (
    <template data-is="fault">
      <Message tone="bad">{''}</Message>
    </template>
  )
}

interface DynamicFormProps {
  readonly form: FormView
  /** The target of the form: the page itself by default. */
  readonly action?: string
  readonly answers?: Answers
  readonly faults?: readonly FormFault[]
  /** The address that cancelling leads to. Without it the form is emptied. */
  readonly cancelHref?: string
  /** The challenge: see `challenge/browser`. */
  readonly proofOfWork?: string
  /** What fills a field, below it, by the name of the field; its buttons belong to the form. */
  readonly fillers?: Readonly<Partial<Record<string, ReactNode>>>
  /** The content between the fields and the buttons. */
  readonly children?: ReactNode
}

/**
 * A form that content editors can change. `form/browser` checks it while it is filled in and makes its lists
 * searchable; without that module the server checks it.
 */
export function DynamicForm(props: DynamicFormProps) {
  const { form, action, answers = emptyAnswers(form.fields), faults = [], cancelHref, proofOfWork } = props
  const { fillers, children } = props
  const { fields, actions, texts } = form
  const toContinue = useShell()?.toContinue ?? ''
  const needed = fields.filter(({ required }) => required).map(({ label }) => label)
  const heading = faults.length > 1 ? fill(texts.summaryMany, { count: faults.length }) : texts.summaryOne
  return (
    <>
      {faults.length > 0 && (
        <ErrorSummary
          heading={heading}
          problems={faults.map(({ field, text }) => ({ field: idOf(field), text }))}
          kept={texts.kept}
        />
      )}
      <form
        method="post"
        action={action}
        noValidate
        data-form={serializeRules(form)}
        data-none={texts.noMatch}
        data-left={texts.lettersLeft}
        data-over={texts.lettersOver}
        data-needs={toContinue}
        data-challenge={proofOfWork}
      >
        {fillers !== undefined && <EnterButton>{actions.find(({ type }) => type === 'submit')?.label}</EnterButton>}
        <div className="fields">
          {fields.map((field) => (
            <FormFieldBox
              key={field.name}
              field={field}
              texts={texts}
              answer={answers[field.name] ?? ''}
              fault={faults.find((fault) => fault.field === field.name)?.text}
            >
              {fillers?.[field.name]}
            </FormFieldBox>
          ))}
        </div>
        {children}
        <p className="acts">
          {actions.map((one) => (
            <Fragment key={one.rank}>
              <Act act={one} cancelHref={cancelHref} />{' '}
            </Fragment>
          ))}
        </p>
        <p className="hint by-script" data-room={fill(toContinue, { fields: needed.join(', ') })} />
        <FaultTemplate />
      </form>
    </>
  )
}

function Act({ act, cancelHref }: { readonly act: FormAction; readonly cancelHref?: string }) {
  const { type, label } = act
  if (type === 'submit') return <Button>{label}</Button>
  const href = type === 'other' ? act.href : cancelHref
  if (href === undefined) return <ResetButton label={label} />
  return (
    <ButtonLink href={href} variant="second">
      {label}
    </ButtonLink>
  )
}

const ResetButton = ({ label }: { readonly label: string }) => (
  <button type="reset" className="button second">
    {label}
  </button>
)
