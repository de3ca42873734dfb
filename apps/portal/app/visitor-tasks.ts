import { fill } from '@nyanja/domain/texts/fill'
import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Market } from '@nyanja/server/settings/market'
import { hrefs } from './hrefs.ts'
import { type Offering, openOnly, type ScreenName } from './screen-links.ts'
import type { IconName } from './ui/icon.tsx'
import type { Task } from './ui/step-timeline.tsx'

type HomeTexts = ContentPackages['website-homepage-config']

interface TaskRow {
  readonly screen: ScreenName
  readonly icon: IconName
  readonly title: keyof HomeTexts
  readonly text: keyof HomeTexts
}

const topUp = { screen: 'recharge', icon: 'phone', title: 'heading', text: 'rechargeSubHeading' } as const

const bill = { screen: 'bills', icon: 'bill', title: 'kindBill', text: 'billText' } as const

const otherTasks: readonly TaskRow[] = [
  { screen: 'findPayment', icon: 'find', title: 'paidLink', text: 'paidText' },
  { screen: 'dataBalance', icon: 'clock', title: 'balance', text: 'balanceText' },
  { screen: 'internet', icon: 'router', title: 'homeInternet', text: 'homeInternetTextNoPrice' },
  { screen: 'fixedInternet', icon: 'bill', title: 'fixedInvoice', text: 'fixedInvoiceText' },
  { screen: 'dataBundle', icon: 'data', title: 'broadband', text: 'broadbandText' },
  { screen: 'coverage', icon: 'mast', title: 'coverage', text: 'coverageText' },
  { screen: 'shops', icon: 'pin', title: 'shops', text: 'shopsText' },
  { screen: 'tariffs', icon: 'card', title: 'tariffs', text: 'tariffsText' },
  { screen: 'help', icon: 'help', title: 'help', text: 'helpText' },
]

interface TaskSources {
  readonly texts: HomeTexts
  readonly prefix: LanguagePrefix
  readonly market: Pick<Market, 'customerCareNumber'> & Offering
}

function tasksOf(rows: readonly TaskRow[], { texts, prefix, market }: TaskSources): Task[] {
  const careNumber = market.customerCareNumber
  return openOnly(rows, prefix, market).map(({ href, icon, title, text }) => {
    return { href, icon, title: texts[title], text: fill(texts[text], { number: careNumber }) }
  })
}

/** What a visitor can do other than what the form of the home page begins. */
export function otherTasksOf(sources: TaskSources): Task[] {
  const { texts, market } = sources
  const careNumber = market.customerCareNumber
  return [
    ...tasksOf(otherTasks, sources),
    {
      href: `tel:${careNumber}`,
      icon: 'call',
      title: texts.call,
      text: fill(texts.callText, { number: careNumber }),
    },
  ]
}

export const bundlesHref = (prefix: LanguagePrefix) => `${hrefs(prefix).recharge()}#bundles`

/** Everything that a visitor can do, for pages without that form. */
export function allTasksOf(sources: TaskSources): Task[] {
  const { texts, prefix, market } = sources
  const bundles = task(bundlesHref(prefix), 'data', texts.bundles, texts.bundlesText)
  const [first = bundles, ...others] = tasksOf([topUp, bill, ...otherTasks], sources)
  return [first, ...(market.sells.includes('bundle') ? [bundles] : []), ...others]
}

interface ScreenTask extends Omit<Task, 'href'> {
  readonly screen: ScreenName
}

/** Keeps those that link to an existing screen. */
export function openTasks(rows: readonly ScreenTask[], prefix: LanguagePrefix, market: Offering): Task[] {
  return openOnly(rows, prefix, market).map(({ href, icon, title, text }) => ({ href, icon, title, text }))
}

export const task = (href: string, icon: IconName, title: string, text: string): Task => ({ href, icon, title, text })
