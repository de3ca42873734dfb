// @ts-nocheck
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky } from '../ui/sky.tsx'
import type { CalmPage } from './start-view.ts'

/** Nothing is under way here: one sentence, one way on. */
export function Calm({ title, text, href, button }: CalmPage) {
  return (
    <>
      <PageTitle title={title} />
      <Sky title={title} />
      <div className="wrap">
        <p className="section">{text}</p>
        <p className="section">
          <ButtonLink href={href}>{button}</ButtonLink>
        </p>
      </div>
    </>
  )
}
