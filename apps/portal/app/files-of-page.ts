import type { EntryContext } from 'react-router'

interface PageFiles {
  /** The same for all pages of the same routes. */
  readonly key: string
  /** For the script of the page, as the inside of a JSON object. */
  readonly json: string
  readonly names: readonly string[]
}

const known = new Map<string, PageFiles>()

/** What to load for the routes of a page: the same for all pages of these routes. */
export function filesOfPage({ manifest, staticHandlerContext }: EntryContext): PageFiles {
  const routes = staticHandlerContext.matches.map(({ route }) => route.id)
  const key = routes.join()
  const found = known.get(key)
  if (found !== undefined) return found
  const matches = routes.map((id) => manifest.routes[id]).filter((route) => route !== undefined)
  const imports = matches.flatMap(({ imports = [] }) => imports)
  const modules = [manifest.url, ...matches.map(({ module }) => module)]
  const preloads = [...new Set([...manifest.entry.imports, ...imports])]
  const entry = manifest.entry.module
  const files = {
    key,
    json: JSON.stringify({ modules, routes: matches.map(({ id }) => id), preloads, entry }).slice(1, -1),
    names: [...modules, ...preloads, entry],
  }
  known.set(key, files)
  return files
}
