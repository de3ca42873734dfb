import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { BrowserFiles } from '../../../app/portal-context.ts'

export interface AssetsOptions {
  /** Browser files of this release. */
  readonly buildFolder: string
  /** The files of other releases, as `npm run publish-assets` leaves them there. */
  readonly releasesFolder?: string | undefined
  /** Where browsers fetch them in place of the portal: a CDN that fetches them here. */
  readonly origin?: string | undefined
}

/** For pages of another origin, and for caches in front of it. */
const openHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const

/**
 * Each file with its compressed twins beside it. A file that this release lacks is looked for in other releases: during
 * a rolling release, a page of one node requests its files from the other.
 */
export function serveAssets(app: FastifyInstance, { buildFolder, releasesFolder, origin }: AssetsOptions): void {
  const folders = [buildFolder, ...(releasesFolder === undefined ? [] : [releasesFolder])]
  if (origin !== undefined)
    app.addHook('onRequest', async (_, reply) => {
      reply.headers(openHeaders)
    })
  const serve = (name: string, options: { readonly maxAge: string; readonly immutable?: boolean }) => {
    // A folder may appear later: a release is published while processes run.
    const root = folders.map((folder) => path.resolve(folder, name))
    app.register(fastifyStatic, {
      ...{ root, prefix: `/${name}/`, preCompressed: true, decorateReply: false, index: false },
      ...options,
    })
  }
  serve('assets', { maxAge: '1y', immutable: true })
  serve('files', { maxAge: '1d' })
}

const Listed = z.record(z.string(), z.array(z.string()).min(1))

/** As the builds of islands and modules list them, each in a file of `browser-files`. */
export function readBrowserFiles(buildFolder: string): BrowserFiles {
  const folder = path.join(buildFolder, 'browser-files')
  const lists = readdirSync(folder).map((name) =>
    Listed.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))),
  )
  const files: Readonly<Record<string, readonly string[]>> = Object.assign({}, ...lists)
  function filesOf(name: string): readonly string[] {
    const found = files[name]
    if (found === undefined) throw new Error(`The build has no script ${name}`)
    return found
  }
  return { module: (name) => filesOf(name)[0] ?? '', island: filesOf }
}
