import type { ReactNode } from 'react'
import { RichText } from '../ui/markup.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import { type Task, TaskList } from '../ui/step-timeline.tsx'

interface CompanyPageProps {
  readonly texts: { readonly title: string; readonly lead: string; readonly bodyHtml: string }
  /** What a visitor can do about it, before the text. */
  readonly tasks?: readonly Task[]
  /** The line above the title. */
  readonly meta?: string
  /** The outcome of the form, for the title of the page. */
  readonly outcome?: string | undefined
  /** The content between the two. */
  readonly children?: ReactNode
}

/** A page of text: what to do first, then the text. */
export function CompanyPage({ texts, tasks = [], meta, outcome, children }: CompanyPageProps) {
  return (
    <>
      <PageTitle title={texts.title} outcome={outcome} />
      <PageHero title={texts.title} {...(meta !== undefined && { meta: <p>{meta}</p> })} />
      <div className="wrap reading">
        <p className="lead">{texts.lead}</p>
        {tasks.length > 0 && <TaskList tasks={tasks} isWide />}
        {children}
        <RichText html={texts.bodyHtml} />
      </div>
    </>
  )
}
