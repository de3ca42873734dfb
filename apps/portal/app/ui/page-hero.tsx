import type { ReactNode } from 'react'
import { classNames } from '../format/text.ts'
import { Icon, type IconName } from './icon.tsx'
import { useShell } from './shell-data.ts'

/** The visitor's progress, in percent of the mark's height; `complete` is clear of the line. */
export type ProgressMarkLevel = 20 | 34 | 45 | 60 | 80 | 'complete'

interface ProgressMarkProps {
  readonly level: ProgressMarkLevel
  /** The icon in the middle of the complete mark: a tick, or the arrow of a refund. */
  readonly icon?: IconName
}

export function ProgressMark({ level, icon }: ProgressMarkProps) {
  return (
    <span className={`progress-mark up-${level}`} aria-hidden="true">
      {icon !== undefined && <Icon name={icon} />}
    </span>
  )
}

/** Outlines where the mark will be again: for a refund in progress. */
export function ProgressMarkRing() {
  return <span className="ring" aria-hidden="true" />
}

interface PageHeroProps {
  /** Absent where a dialog over the page has the heading. */
  readonly title?: ReactNode
  /** The parts above the title: link back, step, state. */
  readonly meta?: ReactNode
  /** Absent where nothing is in progress. */
  readonly progressMark?: ReactNode
  readonly isNight?: boolean
  /** Page-specific class: `hero`, `status`. */
  readonly className?: string
  /** The content below the title. */
  readonly children?: ReactNode
}

/** The parts are above the line and final. They end in the waterline. */
export function PageHero({ title, meta, progressMark, isNight = false, className, children }: PageHeroProps) {
  return (
    <div className={classNames('sky', progressMark !== undefined && 'lit', isNight && 'night', className)}>
      <div className="wrap">
        {meta !== undefined && <div className="meta">{meta}</div>}
        {title !== undefined && <h1>{title}</h1>}
        {children}
        {progressMark}
      </div>
    </div>
  )
}

/** A band below the line with the mark's reflection in it. */
export function Water({ className, children }: { readonly className?: string; readonly children?: ReactNode }) {
  return (
    <div className={classNames('water', className)}>
      <div className="wrap">
        <span className="reflection" aria-hidden="true" />
        {children}
      </div>
    </div>
  )
}

interface PageTitleProps {
  readonly title: string
  /** What was found or has happened, before the title: a screen reader reads it first. */
  readonly outcome?: string | undefined
  /** The description for search engines, on pages they may show. */
  readonly description?: string
}

export function PageTitle({ title, outcome, description }: PageTitleProps) {
  const brand = useShell()?.brand
  const text = outcome === undefined ? title : `${outcome}: ${title}`
  return (
    <>
      <title>{brand === undefined ? text : `${text} - ${brand}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
    </>
  )
}
