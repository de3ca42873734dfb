import { ButtonLink } from '../ui/button.tsx'
import { PageHero } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { NoticePage } from './start-view.ts'

/** Nothing is under way here: one sentence, one way on. */
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
