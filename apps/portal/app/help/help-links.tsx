import { Icon, type IconName } from '../ui/icon.tsx'
import type { HelpLink } from './help-page.ts'

export interface IconLink extends HelpLink {
  readonly icon: IconName
}

/** Rows that lead to answers. */
export function HelpLinks({ links }: { readonly links: readonly HelpLink[] }) {
  return (
    <ul className="go rel">
      {links.map(({ href, title, text, lang }) => (
        <li key={href}>
          <a href={href}>
            <span>
              <span lang={lang}>{title}</span>
              {text !== undefined && <small>{text}</small>}
            </span>
            <Icon name="next" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Cards that lead to a part of the help centre. */
export function HelpCards({ links }: { readonly links: readonly (HelpLink | IconLink)[] }) {
  return (
    <ul className="go cards">
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>
            {'icon' in link && <Icon name={link.icon} />}
            <span lang={link.lang}>
              {link.title}
              {link.text !== undefined && link.text !== '' && <small>{link.text}</small>}
            </span>
            <Icon name="next" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** What a question may be about. */
export function HelpTopics({ heading, links }: { readonly heading: string; readonly links: readonly IconLink[] }) {
  if (links.length === 0) return null
  return (
    <section className="section" aria-labelledby="topics">
      <h2 id="topics">{heading}</h2>
      <HelpCards links={links} />
    </section>
  )
}

interface PartProps {
  readonly id: string
  readonly heading: string
  readonly links: readonly HelpLink[]
}

/** Nothing where there is nothing to show. */
export function QuestionPart({ id, heading, links }: PartProps) {
  if (links.length === 0) return null
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <HelpLinks links={links} />
    </section>
  )
}
