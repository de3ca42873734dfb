import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export interface AssetsOptions {
  /** Browser files of this release. */
  readonly buildFolder: string
  /** Those of releases before and after it, as `npm run publish-assets` leaves them there. */
  readonly releasesFolder?: string | undefined
  /** Where browsers ask for them, in place of the portal: a CDN that fetches them here. */
  readonly origin?: string | undefined
}

/** For pages of another origin, and for caches in front of it. */
const openHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const

/**
 * Each file with its compressed twins beside it. What this release lacks is looked for among those of other releases:
 * while they follow each other, a page of one node asks the other for its files.
 */
export function serveAssets(app: FastifyInstance, { buildFolder, releasesFolder, origin }: AssetsOptions): void {
  const folders = [buildFolder, ...(releasesFolder === undefined ? [] : [releasesFolder])]
  if (origin !== undefined)
    app.addHook('onRequest', async (_, reply) => {
      reply.headers(openHeaders)
    })
  const serve = (name: string, options: { readonly maxAge: string; readonly immutable?: boolean }) => {
    // A folder may come later: a release is published while processes run.
    const root = folders.map((folder) => path.resolve(folder, name))
    app.register(fastifyStatic, {
      ...{ root, prefix: `/${name}/`, preCompressed: true, decorateReply: false, index: false },
      ...options,
    })
  }
  serve('assets', { maxAge: '1y', immutable: true })
  serve('files', { maxAge: '1d' })
}
