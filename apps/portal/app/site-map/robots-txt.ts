import { publicHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/robots-txt'

/**
 * The list has APIs of other channels, and the data of pages. Private pages themselves declare that they are not to be
 * listed.
 */
const closed = ['/orp/bfe/', '/auth/', '/cms/', '/api/', '/csp-reports', '/script-errors']

export function loader({ context }: Route.LoaderArgs) {
  const { publicOrigin } = context.get(portalContext)
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicOrigin}/sitemap.xml`,
  ]
  const headers = { ...publicHeaders, 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${lines.join('\n')}\n`, { headers })
}
