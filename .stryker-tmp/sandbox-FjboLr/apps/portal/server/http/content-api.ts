// @ts-nocheck
import type { FastifyInstance } from 'fastify'
import { type ActivePackageAnswer, ActivePackageQuery } from '../../contract/content.ts'
import type { Content } from '../content/content.ts'
import { isPackageName, type PackageName } from '../content/content-packages.ts'
import { PortalError } from '../errors.ts'

export interface ContentApiOptions {
  readonly content: Pick<Content, 'page' | 'version'>
  readonly market: {
    readonly opco: string
    readonly languages: { readonly unprefixed: string; readonly prefixed: string }
  }
}

/** Texts for other channels, in the spec's wire form. */
export function registerContentApi(app: FastifyInstance, { content, market }: ContentApiOptions): void {
  app.get('/cms/webpage/activePackage', async (request, reply) => {
    const { name, language } = packageAskedFor(request.query, market)
    const etag = `"${content.version}"`
    reply.header('etag', etag).header('cache-control', 'public, max-age=60, stale-while-revalidate=600')
    if (isHeld(etag, request.headers['if-none-match'])) return reply.status(304).send()
    return {
      statusCode: 200,
      status: 'success',
      data: { packageHtml: JSON.stringify(content.page(name, language)) },
    } satisfies ActivePackageAnswer
  })
}

function packageAskedFor(
  query: unknown,
  { opco, languages }: ContentApiOptions['market'],
): { name: PackageName; language: string } {
  const asked = ActivePackageQuery.safeParse(query)
  if (!asked.success || asked.data.opco !== opco) throw new PortalError('invalid_request', 'Not a query of this market')

  const [, prefix, name = ''] = /^\/?(sw\/)?(.*)$/.exec(asked.data.pageUrl) ?? []
  if (!isPackageName(name)) throw new PortalError('not_found', 'No such content package')
  return { name, language: prefix === undefined ? languages.unprefixed : languages.prefixed }
}

// Caches on the way may weaken a tag; the texts behind it are the same.
function isHeld(etag: string, ifNoneMatch = ''): boolean {
  const held = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held.includes(etag) || held.includes('*')
}
