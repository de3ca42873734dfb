import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

interface PhoneFieldProps extends Omit<ComponentProps<typeof Field>, 'id' | 'isFigures' | 'type' | 'inputMode'> {
  readonly id?: string
  /** Of a national number: with fewer, the button of the form stays off. */
  readonly digits?: number
}

/** A phone number as it is written at home. */
export function PhoneField({ id = 'msisdn', digits, ...field }: PhoneFieldProps) {
  return (
    <Field
      id={id}
      isFigures
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      data-needs={digits === undefined ? undefined : `\\d{${digits}}$`}
      data-why={digits === undefined ? undefined : field.hint}
      {...field}
    />
  )
}
