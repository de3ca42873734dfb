import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { PageView } from './bill-view.ts'

interface AmountFormProps {
  readonly page: PageView
  readonly start: string
  readonly error?: string
}

export function AmountForm({ page, start, error }: AmountFormProps) {
  return (
    <form method="post" noValidate data-gate className="section">
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
        data-needs="\d"
      />
      <div className="field">
        <Button name="intent" value="pay">
          {page.continue}
        </Button>
      </div>
    </form>
  )
}
