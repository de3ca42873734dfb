import { ButtonChips } from '../ui/chips.tsx'
import { Field } from '../ui/field.tsx'
import { Message } from '../ui/notes.tsx'
import type { RechargePage } from './recharge-page.ts'
import type { Cleared } from './use-recharge-form.ts'

interface AmountFieldProps {
  readonly page: RechargePage
  readonly start: string
  readonly error?: string
  readonly cleared?: Cleared
  readonly onPick?: (amount: string) => void
}

const clearedTexts = { amount: 'amountCleared', bundle: 'bundleCleared' } as const satisfies Record<Cleared, string>

export function AmountField({ page: { texts, quick }, start, error, cleared, onPick }: AmountFieldProps) {
  return (
    <Field
      id="amount"
      label={texts.amountLabel}
      hint={texts.amountRange}
      error={error}
      prefix={texts.amountPrefix}
      isFigures
      inputMode="numeric"
      autoComplete="off"
      defaultValue={start}
    >
      <ButtonChips label={texts.amountQuick} name="quick" options={quick} onPick={onPick} />
      <div role="status">{cleared !== undefined && <Message>{texts[clearedTexts[cleared]]}</Message>}</div>
    </Field>
  )
}
