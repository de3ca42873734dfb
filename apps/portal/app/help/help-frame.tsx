import type { ReactNode } from 'react'
import { BackLink } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { HelpFrameView, HelpLink } from './help-page.ts'

/** Offers a shop, or a person on the phone. */
function StillNeedHelp({ frame: { texts, call, callHref, shopHref } }: { readonly frame: HelpFrameView }) {
  return (
    <section className="section" aria-labelledby="still">
      <h2 id="still">{texts.stillNeedHelp}</h2>
      <ul className="go">
        <li>
          <a href={callHref}>
            <Icon name="call" />
            <span>
              {`${call} `}
              <small>{texts.callText}</small>
            </span>
          </a>
        </li>
        {shopHref !== undefined && (
          <li>
            <a href={shopHref}>
              <Icon name="pin" />
              <span>
                {`${texts.findStore} `}
                <small>{texts.findStoreText}</small>
              </span>
              <Icon name="next" />
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}

interface HelpFrameProps {
  readonly frame: HelpFrameView
  readonly title: string
  readonly description?: string
  /** The language of the title, where it differs from the page's. */
  readonly lang?: string
  /** The trail from the first page to the one above this one. */
  readonly crumbs?: readonly HelpLink[]
  /** The text under the title. */
  readonly lead?: string
  /** The content beside the page, above the contacts. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** Shows the title with the link back, and on every page the contacts. */
export function HelpFrame({ frame, title, description, lang, crumbs, lead, aside, children }: HelpFrameProps) {
  return (
    <>
      <PageTitle title={title} {...(description !== undefined && { description })} />
      <PageHero
        title={<span lang={lang}>{title}</span>}
        meta={
          <>
            {crumbs !== undefined && <Crumbs crumbs={crumbs} frame={frame} />}
            {lead !== undefined && <p>{lead}</p>}
          </>
        }
      />
      <div className="wrap columns help-page">
        <div className="read">{children}</div>
        <div className="beside">
          {aside}
          <StillNeedHelp frame={frame} />
        </div>
      </div>
    </>
  )
}

function Crumbs({ crumbs, frame: { texts } }: { readonly crumbs: readonly HelpLink[]; readonly frame: HelpFrameView }) {
  const above = crumbs.at(-1)
  return (
    <nav className="way" aria-label={texts.breadcrumbs}>
      {above !== undefined && <BackLink href={above.href} text={texts.backTo} />}
      <ol className="crumbs">
        {crumbs.map(({ href, title, lang }) => (
          <li key={href}>
            <a href={href} lang={lang}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

export interface IconLink extends HelpLink {
  readonly icon: IconName
}

/** Lists links to answers, as rows. */
export function HelpLinks({ links }: { readonly links: readonly HelpLink[] }) {
  return (
    <ul className="go rel">
      {links.map(({ href, title, text, lang }) => (
        <li key={href}>
          <a href={href}>
            <span>
              <span lang={lang}>{title}</span> {text !== undefined && <small>{text}</small>}
            </span>
            <Icon name="next" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Shows links to parts of the help centre, as cards. */
export function HelpCards({ links }: { readonly links: readonly (HelpLink | IconLink)[] }) {
  return (
    <ul className="go cards">
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>
            {'icon' in link && <Icon name={link.icon} />}
            <span lang={link.lang}>
              {`${link.title} `}
              {link.text !== undefined && link.text !== '' && <small>{link.text}</small>}
            </span>
            <Icon name="next" />
          </a>
        </li>
      ))}
    </ul>
  )
}

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

/** Renders nothing where there is nothing to show. */
export function QuestionPart({ id, heading, links }: PartProps) {
  if (links.length === 0) return null
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <HelpLinks links={links} />
    </section>
  )
}
