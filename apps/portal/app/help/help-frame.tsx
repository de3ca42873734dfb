import type { ReactNode } from 'react'
import { BackLink } from '../ui/back-link.tsx'
import { PageHero } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { HelpFrame as FrameData, HelpLink } from './help-page.ts'
import { StillNeedHelp } from './still-need-help.tsx'

interface HelpFrameProps {
  readonly frame: FrameData
  readonly title: string
  readonly description?: string
  /** Of the title, where it is not that of the page. */
  readonly lang?: string
  /** From the first page to the one above this one. */
  readonly crumbs?: readonly HelpLink[]
  /** Under the title. */
  readonly lead?: string
  /** Beside the page, above the ways to a person. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** Title with the way that leads back, and beside everything the ways to a person. */
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

function Crumbs({ crumbs, frame: { texts } }: { readonly crumbs: readonly HelpLink[]; readonly frame: FrameData }) {
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
