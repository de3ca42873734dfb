import { type FormField, optionText } from '@nyanja/domain/forms/form'
import { fill } from '@nyanja/domain/texts/fill'
import type { ReactNode } from 'react'
import { classNames } from '../format/text.ts'
import { Field } from '../ui/field.tsx'
import { Message } from '../ui/notes.tsx'
import type { FormView } from './form-view.ts'

/** Prefixes a name, since it may equal the id of an element of the page. */
export const idOf = (name: string) => `f-${name}`

/** What browsers and phones may fill in by themselves, by the name of the field. */
const purposes: Readonly<Record<string, string>> = {
  fullName: 'name',
  contactNumber: 'tel',
  email: 'email',
  city: 'address-level2',
  installationAddress: 'address-line1',
}

interface FormFieldProps {
  readonly field: FormField
  readonly texts: FormView['texts']
  readonly answer: string
  readonly fault: string | undefined
  /** What fills the field, below it. */
  readonly children?: ReactNode
}

export function FormFieldBox({ field, texts, answer, fault, children }: FormFieldProps) {
  const { name, type, required, placeholder, options, countryCode, maxLength } = field
  const label = required ? field.label : fill(texts.optional, { label: field.label })
  const id = idOf(name)
  const control = {
    id,
    name,
    'aria-required': required || undefined,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': fault === undefined ? undefined : `${id}-error`,
  }
  const around = { id, label, fault }
  if (type === 'checkbox') {
    return (
      <Around {...around} isTick>
        <label className="tick" htmlFor={id}>
          <input {...control} type="checkbox" defaultChecked={answer !== ''} />
          <span>{label}</span>
        </label>
      </Around>
    )
  }
  if (type === 'textarea') {
    const hint = maxLength === undefined ? undefined : fill(texts.atMost, { maxLength })
    const described = [hint && `${id}-hint`, control['aria-describedby']].filter(Boolean).join(' ')
    return (
      <Around {...around} hint={hint} isAcross>
        <div className="box">
          <textarea
            {...control}
            aria-describedby={described || undefined}
            rows={6}
            placeholder={placeholder}
            data-most={maxLength}
            defaultValue={answer}
          />
        </div>
      </Around>
    )
  }
  if (type === 'select') {
    return (
      <Around {...around}>
        <div className="box">
          <select {...control} defaultValue={answer}>
            <option value="">{placeholder ?? texts.choose}</option>
            {options?.map((option) => (
              <option key={option.value} value={option.value}>
                {optionText(option)}
              </option>
            ))}
          </select>
        </div>
      </Around>
    )
  }
  return (
    <Field
      id={id}
      name={name}
      label={label}
      error={fault}
      prefix={countryCode === undefined ? undefined : `+${countryCode}`}
      type={type}
      autoComplete={Object.hasOwn(purposes, name) ? purposes[name] : 'off'}
      placeholder={placeholder}
      data-most={maxLength}
      aria-required={required || undefined}
      defaultValue={answer}
    >
      {children}
    </Field>
  )
}

interface AroundProps {
  readonly id: string
  readonly label: string
  readonly fault: string | undefined
  readonly hint?: string
  /** Its label is beside the box. */
  readonly isTick?: boolean
  readonly isAcross?: boolean
  readonly children: ReactNode
}

/** Draws label, hint, error, and then the input. */
function Around({ id, label, fault, hint, isTick = false, isAcross = isTick, children }: AroundProps) {
  return (
    <div className={classNames('field', isAcross && 'across', fault !== undefined && 'wrong')}>
      {!isTick && <label htmlFor={id}>{label}</label>}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <Message tone="bad" id={`${id}-error`}>
          {fault}
        </Message>
      )}
      {children}
    </div>
  )
}
