import { isCoverageProblem, isTechnology } from '@nyanja/domain/places/coverage'
import { readField } from '@nyanja/web/format/read-field'
import { pointIn } from '../map/map-view.ts'
import { Button } from '../ui/button.tsx'
import { RadioChips } from '../ui/chips.tsx'
import { Note } from '../ui/notes.tsx'
import type { CoverageTexts } from './coverage-view.ts'

interface ReportFormProps {
  readonly form: {
    readonly text: string
    readonly at: string
    readonly networks: readonly { readonly value: string; readonly label: string }[]
    readonly problems: readonly { readonly value: string; readonly label: string }[]
  }
  /** The address that the report leads back to. */
  readonly here: string
  readonly shown: { readonly tone: 'ok' | 'bad'; readonly text: string } | undefined
  readonly texts: CoverageTexts
}

/** Asks for no personal data. */
export function ReportForm({ form, here, shown, texts }: ReportFormProps) {
  return (
    <details className="fold" open={shown !== undefined}>
      <summary>{texts.reportTitle}</summary>
      {shown !== undefined && (
        <Note tone={shown.tone} role={shown.tone === 'bad' ? 'alert' : 'status'}>
          {shown.text}
        </Note>
      )}
      {shown?.tone !== 'ok' && (
        <form method="post" action={here}>
          <p>{form.text}</p>
          <input type="hidden" name="at" value={form.at} />
          <RadioChips legend={texts.reportNetwork} name="technology" options={form.networks} />
          <RadioChips legend={texts.reportProblem} name="problem" options={form.problems} />
          <p className="section">
            <Button variant="second">{texts.reportSend}</Button>
          </p>
        </form>
      )}
    </details>
  )
}

/** Reads the form's report, once it is complete. The place follows from the point: no typed text is stored. */
export function reportIn(form: FormData) {
  const textOf = (name: string) => readField(form, name)
  const point = pointIn(textOf('at'))
  const technology = textOf('technology')
  const problem = textOf('problem')
  if (point === undefined || !isTechnology(technology) || !isCoverageProblem(problem)) return undefined
  return { ...point, technology, problem }
}
