import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../format/text.ts'
import { Message } from './notes.tsx'

interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'className' | 'children' | 'prefix'> {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly error?: string
  readonly errorRole?: 'alert' | undefined
  /** The text in the box before the typed text: `+265`, `MWK`. */
  readonly prefix?: string
  /** The digits are large, for numbers and amounts. */
  readonly isFigures?: boolean
  /** The content below the box: the line's answer, or quick amounts. */
  readonly children?: ReactNode
}

/** The field is uncontrolled, so that text typed before the script loads is kept. */
export function Field({
  id,
  label,
  hint,
  error,
  errorRole,
  prefix,
  isFigures = false,
  children,
  ...input
}: FieldProps) {
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('field', error !== undefined && 'wrong')}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <Message tone="bad" id={`${id}-error`} role={errorRole}>
          {error}
        </Message>
      )}
      <div className="box">
        {prefix !== undefined && <span className="prefix">{prefix}</span>}{' '}
        <input
          name={id}
          {...input}
          id={id}
          className={isFigures ? 'figures' : undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described || undefined}
        />
      </div>
      {children}
    </div>
  )
}

interface PhoneFieldProps extends Omit<ComponentProps<typeof Field>, 'id' | 'isFigures' | 'type' | 'inputMode'> {
  readonly id?: string
}

/** A phone number as it is written at home. */
export function PhoneField({ id = 'msisdn', ...field }: PhoneFieldProps) {
  return <Field id={id} isFigures type="tel" inputMode="tel" autoComplete="tel-national" data-kind="phone" {...field} />
}

/** A reference or an account as it is printed: letters and digits that no keyboard may correct. */
export function ReferenceField(field: ComponentProps<typeof Field>) {
  return <Field isFigures autoComplete="off" autoCapitalize="characters" spellCheck={false} {...field} />
}
