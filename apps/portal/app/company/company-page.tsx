import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import type { ReactNode } from 'react'
import type { Portal } from '../../server/portal.ts'
import { openOnly, type ScreenName } from '../open-screens.ts'
import type { IconName } from '../ui/icon.tsx'
import { type LinkedData, RichText } from '../ui/markup.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import { type Task, TaskList } from '../ui/step-timeline.tsx'

interface CompanyPageProps {
  readonly texts: { readonly title: string; readonly lead: string; readonly bodyHtml: string }
  /** What can be done about it, before all that can be read. */
  readonly tasks?: readonly Task[]
  /** Above the title. */
  readonly meta?: string
  /** Between the two. */
  readonly children?: ReactNode
}

/** A page that is read: what to do first, then the words. */
export function CompanyPage({ texts, tasks = [], meta, children }: CompanyPageProps) {
  return (
    <>
      <PageTitle title={texts.title} />
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

export function organisationOf({ market, publicOrigin }: Pick<Portal, 'market' | 'publicOrigin'>): LinkedData {
  const { brand, country, contact, languages } = market
  return {
    '@type': 'Organization',
    name: brand,
    url: publicOrigin,
    logo: `${publicOrigin}/files/preview.png`,
    address: contact.address,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: contact.elsewhereNumber,
      email: contact.email,
      areaServed: country,
      availableLanguage: [languages.unprefixed, languages.prefixed],
    },
  }
}

interface ScreenTask extends Omit<Task, 'href'> {
  readonly screen: ScreenName
}

/** A number as people read it, as a telephone dials it. `#` would end the address. */
export const callHref = (number: string) => `tel:${number.replaceAll(' ', '').replaceAll('#', '%23')}`

export function mailHref(email: string, subject?: string): string {
  return `mailto:${email}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}

/** Those that lead to a screen which exists. */
export function openTasks(rows: readonly ScreenTask[], prefix: LanguagePrefix): Task[] {
  return openOnly(rows, prefix).map(({ href, icon, title, text }) => ({ href, icon, title, text }))
}

export const task = (href: string, icon: IconName, title: string, text: string): Task => ({ href, icon, title, text })
