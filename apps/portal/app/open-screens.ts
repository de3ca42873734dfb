import { type Hrefs, hrefs } from './hrefs.ts'
import { inLanguage, type LanguagePrefix } from './page-language.ts'

/** Screens that need nothing but their address. */
export type ScreenName = { [Name in keyof Hrefs]: Hrefs[Name] extends () => string ? Name : never }[keyof Hrefs]

/** Screens that exist. A link to any other is left out wherever it would stand. */
const openScreens: ReadonlySet<ScreenName> = new Set([
  'home',
  'about',
  'recharge',
  'bills',
  'dataBundle',
  'dataBalance',
  'fixedInternet',
  'tariffs',
  'coverage',
  'serviceStatus',
  'forgetPhone',
  'contact',
  'feedback',
  'loans',
  'privacy',
  'siteMap',
  'help',
  'shops',
  'dealers',
])

export interface SiteLink {
  readonly href: string
  readonly text: string
}

/** Of a table of links those that lead somewhere. */
export function openOnly<Row extends { readonly screen: ScreenName }>(
  rows: readonly Row[],
  prefix: LanguagePrefix,
): (Row & { readonly href: string })[] {
  const to = hrefs(prefix)
  return rows.filter(({ screen }) => openScreens.has(screen)).map((row) => ({ ...row, href: to[row.screen]() }))
}

/** The screen that begins at this address, whatever its language. */
export function screenAt(pathname: string): ScreenName | undefined {
  const plain = inLanguage(pathname, '').replace(/(?<=.)\/+$/, '')
  const to = hrefs('')
  return [...openScreens].find((screen) => to[screen]().toLowerCase() === plain.toLowerCase())
}

/** Paths of all screens that visitors may find by searching, without a language. */
export const screenPaths = (screens: readonly ScreenName[]) =>
  openOnly(
    screens.map((screen) => ({ screen })),
    '',
  ).map(({ href }) => href)
