import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

interface PhoneFieldProps extends Omit<ComponentProps<typeof Field>, 'id' | 'isFigures' | 'type' | 'inputMode'> {
  readonly id?: string
}

/** A phone number as it is written at home. */
export function PhoneField({ id = 'msisdn', ...field }: PhoneFieldProps) {
  return <Field id={id} isFigures type="tel" inputMode="tel" autoComplete="tel-national" data-kind="phone" {...field} />
}
