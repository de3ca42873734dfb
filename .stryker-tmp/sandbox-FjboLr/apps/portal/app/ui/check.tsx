// @ts-nocheck
import type { ComponentProps, ReactNode } from 'react'

interface CheckProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'className'> {
  readonly name: string
  readonly children: ReactNode
}

/** A box to tick, with its words as target. */
export function Check({ children, ...input }: CheckProps) {
  return (
    <label className="check field">
      <input {...input} type="checkbox" />
      <span>{children}</span>
    </label>
  )
}
