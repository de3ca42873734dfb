import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { HelpFrameView } from './help-page.ts'

interface QuestionFormProps {
  readonly frame: HelpFrameView
  readonly typed?: string
}

/** Submits by the address. With script answers appear below while a question is typed. */
export function QuestionForm({ frame: { texts, searchHref, suggestHref }, typed = '' }: QuestionFormProps) {
  return (
    <search>
      <form
        action={searchHref}
        className="ask"
        data-suggest={suggestHref}
        data-count={texts.suggested}
        data-none={texts.noMatchShort}
      >
        <Field
          id="q"
          label={texts.question}
          hint={texts.searchHint}
          type="search"
          autoComplete="off"
          defaultValue={typed}
        />
        <Button>{texts.search}</Button>
        <p className="hint" role="status" />
        <ul className="go rel" aria-label={texts.suggestions} hidden />
      </form>
    </search>
  )
}
