import type { ReactNode } from 'react'

interface EmptyProps {
  readonly heading: string
  readonly text: string
  /** Where no heading stands above it but the page's own. */
  readonly level?: 2 | 3
  /** The one way on. */
  readonly children?: ReactNode
}

/** The waterline without its sun. */
export function Empty({ heading, text, level = 3, children }: EmptyProps) {
  const Heading = `h${level}` as const
  return (
    <div className="empty">
      <svg viewBox="0 0 120 30" width="120" height="30" aria-hidden="true">
        <path d="M0 2h120M30 11h60M42 19h36M53 27h14" />
      </svg>
      <Heading>{heading}</Heading>
      <p className="quiet">{text}</p>
      {children}
    </div>
  )
}
