import { ButtonLink } from '../ui/button.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'

export type NoticePage = {
  readonly title: string
  readonly text: string
  readonly href: string
  readonly button: string
}

/** Nothing is in progress here, so the panel has one sentence and one link. */
export function NoticePanel({ title, text, href, button }: NoticePage) {
  return (
    <>
      <PageTitle title={title} />
      <PageHero title={title} />
      <div className="wrap">
        <p className="section">{text}</p>
        <p className="section">
          <ButtonLink href={href}>{button}</ButtonLink>
        </p>
      </div>
    </>
  )
}
