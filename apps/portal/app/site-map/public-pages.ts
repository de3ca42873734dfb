import type { Portal } from '../../server/portal.ts'
import { helpPaths } from '../help/help-paths.ts'
import { type ScreenName, screenPaths } from '../open-screens.ts'
import { shopPaths } from '../stores/shop-paths.ts'

/** Paths without a language, of pages that are the same for everybody. */
export type PublicPages = (portal: Portal) => Promise<readonly string[]>

const screens: readonly ScreenName[] = [
  'home',
  'recharge',
  'bills',
  'dataBundle',
  'dataBalance',
  'fixedInternet',
  'internet',
  'trackLead',
  'findPayment',
  'coverage',
  'shops',
  'help',
  'tariffs',
  'about',
  'contact',
  'feedback',
  'loans',
  'privacy',
  'siteMap',
]

/** Whoever has pages that visitors may find by searching adds a row. */
const sources: readonly PublicPages[] = [
  async () => screenPaths(screens),
  async (portal) => helpPaths(portal),
  async ({ places }) => shopPaths(places.shops),
  async ({ market }) => (market.publicServiceStatus ? screenPaths(['serviceStatus']) : []),
]

export const publicPages: PublicPages = async (portal) =>
  (await Promise.all(sources.map((source) => source(portal)))).flat()
