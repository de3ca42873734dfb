import type { CaseState } from '@nyanja/domain/reconciliation/case-states'
import { WhyFields } from '../acts/act-form.tsx'
import { useTexts } from '../ui/shell-context.ts'
import { actsFrom } from './case-view.ts'

/** The ticked rows of the table send themselves with this form. */
export const alikeFormId = 'alike'

/** One decision about several differences with the same reason, of the same source and state. */
export function AlikeForm({ state }: { readonly state: CaseState }) {
  const { acts, finance } = useTexts()
  const possible = actsFrom(state)
  const [first] = possible
  if (first === undefined) return null
  return (
    <form method="post" id={alikeFormId} className="alike">
      <h3>{finance.cases.together}</h3>
      <p>{finance.cases.togetherHint}</p>
      <input type="hidden" name="from" value={state} />
      <p>
        <label htmlFor="alike-act">{finance.cases.decision}</label>
        <select id="alike-act" name="act" required>
          {possible.map((act) => (
            <option key={act} value={act}>
              {acts.names[act]}
            </option>
          ))}
        </select>
      </p>
      <WhyFields id="alike" act={first} />
      <button type="submit" className="button">
        {finance.cases.decide}
      </button>
    </form>
  )
}
