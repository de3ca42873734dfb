import type { ReactNode } from 'react'
import type { TextLink } from './list-links.ts'

interface BundleGroupProps {
  readonly heading: string
  /** Of the columns, above the first group alone. */
  readonly heads?: readonly string[] | undefined
  readonly more?: TextLink | undefined
  /** One row for each bundle. */
  readonly children: ReactNode
}

/** Bundles of one kind to choose from, and the way to more of them. */
export function BundleGroup({ heading, heads, more, children }: BundleGroupProps) {
  return (
    <fieldset className="section">
      <legend>
        <h3>{heading}</h3>
      </legend>
      <ul className="bundles">
        {heads !== undefined && (
          <li className="heads" aria-hidden="true">
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </li>
        )}
        {children}
      </ul>
      {more !== undefined && (
        <p>
          <a className="link" href={more.href}>
            {more.text}
          </a>
        </p>
      )}
    </fieldset>
  )
}

interface ListPagesProps {
  readonly text: string
  readonly links: readonly TextLink[]
}

/** Which part of a long list this is, and the way to those beside it. */
export function ListPages({ text, links }: ListPagesProps) {
  return (
    <p className="row">
      <span>{text}</span>
      {links.map((link) => (
        <a key={link.href} className="link" href={link.href}>
          {link.text}
        </a>
      ))}
    </p>
  )
}
