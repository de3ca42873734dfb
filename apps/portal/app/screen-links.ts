import { helpScreens } from '@nyanja/domain/help'
import { isOffered } from '@nyanja/domain/payments/journeys'
import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import type { Market } from '@nyanja/server/settings/market'
import { type Hrefs, hrefs } from './hrefs.ts'
import { inLanguage } from './page-language.ts'

/** Screens that need nothing but their address. */
export type ScreenName = { [Name in keyof Hrefs]: Hrefs[Name] extends () => string ? Name : never }[keyof Hrefs]

/** The existing screens. A link to any other is left out everywhere. */
export const openScreens: ReadonlySet<ScreenName> = new Set([...helpScreens, 'home', 'siteMap', 'help'])

export interface SiteLink {
  readonly href: string
  readonly text: string
}

/** Every page has a dozen links around it. Markets have few languages. */
const hrefsByPrefix = new Map<LanguagePrefix, ReadonlyMap<ScreenName, string>>()

function openHrefs(prefix: LanguagePrefix): ReadonlyMap<ScreenName, string> {
  const known = hrefsByPrefix.get(prefix)
  if (known !== undefined) return known
  const to = hrefs(prefix)
  const made = new Map([...openScreens].map((screen) => [screen, to[screen]()]))
  hrefsByPrefix.set(prefix, made)
  return made
}

const screensByPath = new Map([...openHrefs('')].map(([screen, href]) => [href.toLowerCase(), screen]))

/** What a market offers. */
export type Offering = Pick<Market, 'sells' | 'publicServiceStatus'>

function isOpenIn(market: Offering, screen: ScreenName, href: string): boolean {
  return screen === 'serviceStatus' ? market.publicServiceStatus : isOffered(href, market)
}

/** Keeps the links of a table that lead somewhere in this market. */
export function openOnly<Row extends { readonly screen: ScreenName }>(
  rows: readonly Row[],
  prefix: LanguagePrefix,
  market: Offering,
): (Row & { readonly href: string })[] {
  return rows.flatMap((row) => {
    const href = openHrefs(prefix).get(row.screen)
    return href === undefined || !isOpenIn(market, row.screen, href) ? [] : [{ ...row, href }]
  })
}

/** Finds the screen that begins at this address, in any language. */
export function screenAt(pathname: string): ScreenName | undefined {
  return screensByPath.get(
    inLanguage(pathname, '')
      .replace(/(?<=.)\/+$/, '')
      .toLowerCase(),
  )
}

/** Returns the path of a screen that a form of the portal names, without a language. */
export const screenPath = (screen: unknown): string | undefined =>
  [...openHrefs('')].find(([name]) => name === screen)?.[1]

const unlisted: readonly ScreenName[] = ['dealers', 'forgetPhone']

/** Lists paths of all screens that search engines may show, without a language. */
export const screenPaths = (market: Offering) =>
  openOnly(
    [...openScreens].filter((screen) => !unlisted.includes(screen)).map((screen) => ({ screen })),
    '',
    market,
  ).map(({ href }) => href)
