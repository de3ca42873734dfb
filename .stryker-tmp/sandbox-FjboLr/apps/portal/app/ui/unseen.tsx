// @ts-nocheck
import type { ReactNode } from 'react'

/** For screen readers only. */
export function Unseen({ children }: { readonly children: ReactNode }) {
  return <span className="unseen">{children}</span>
}
