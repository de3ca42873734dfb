import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { FixedLineTexts } from './account-texts.ts'
import type { ListView } from './invoices-view.ts'

interface FindInvoiceProps {
  readonly find: NonNullable<ListView['find']>
  readonly texts: FixedLineTexts
}

/** A bill's number reveals nothing about its customer, so it may be part of the address. */
export function FindInvoice({ find, texts }: FindInvoiceProps) {
  return (
    <form method="get" className="find">
      <input type="hidden" name="order" value={find.order} />
      {find.show === 'overdue' && <input type="hidden" name="show" value={find.show} />}
      <Field id="find" label={texts.findLabel} type="search" autoComplete="off" defaultValue={find.value} />
      <Button look="second">{texts.find}</Button>
    </form>
  )
}
