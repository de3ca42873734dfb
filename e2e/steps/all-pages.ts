import type { Page } from '@playwright/test'

/** One page stands for each kind of which there are many. */
const examples = ['/gethelp/bundles', '/gethelp/bundles/bundles-buy', '/gethelp/a/where-is-my-money']
const answers = ['/storeLocator?place=Blantyre', '/openNetworks?q=Lilongwe', '/gethelp/search?q=puk']

const isOfMany = (path: string) => /^\/(gethelp|storeLocator)\//.test(path)

/** Lists every page that a visitor can begin at, from the site map, and one of each kind of which there are many. */
export async function pagesOfSite(page: Page): Promise<string[]> {
  const map = await (await page.request.get('/sitemap.xml')).text()
  const all = [...map.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
  const english = all.filter((path) => !/^\/(sw|fr|ny)(\/|$)/.test(path))
  const shop = english.find((path) => path.startsWith('/storeLocator/')) ?? ''
  return [...english.filter((path) => !isOfMany(path)), ...examples, shop, ...answers]
}

export const inSwahili = (path: string): string => (path === '/' ? '/sw' : `/sw${path}`)

/** Each language has half of the pages. */
export const inTurns = (paths: readonly string[]): string[] =>
  paths.map((path, index) => (index % 2 === 0 ? path : inSwahili(path)))
