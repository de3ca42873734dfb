import { SubmitField } from '../form/submit-field.tsx'
import { Check } from '../ui/check.tsx'
import { Field } from '../ui/field.tsx'
import type { AheadBox, PageView } from './bill-view.ts'

interface AmountFormProps {
  readonly page: PageView
  readonly start: string
  readonly error?: string
  /** Where it is more than the bill. */
  readonly ahead?: AheadBox
}

export function AmountForm({ page, start, error, ahead }: AmountFormProps) {
  return (
    <form method="post" noValidate data-gate={page.rules} className="section">
      <Field
        id="amount"
        label={page.amountLabel}
        hint={page.amountHint}
        error={error}
        prefix={page.currency}
        isFigures
        inputMode="decimal"
        autoComplete="off"
        defaultValue={start}
        data-kind="amount"
        data-amount={page.amountRules}
      />
      {ahead !== undefined && <Check id="credit" value={ahead.value} label={ahead.label} />}
      <SubmitField needs={[page.amountLabel]} name="intent" value="pay">
        {page.continue}
      </SubmitField>
    </form>
  )
}
