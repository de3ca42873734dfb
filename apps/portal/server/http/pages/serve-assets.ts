import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import { PortalError } from '@nyanja/domain/errors'
import type { Look } from '@nyanja/server/settings/look'
import type { FastifyError, FastifyInstance } from 'fastify'

export interface AssetsOptions {
  readonly buildFolder: string
  /** The files of other releases, as `npm run publish-assets` leaves them there. */
  readonly releasesFolder?: string | undefined
  /** The origin from which browsers fetch them in place of the portal: a CDN that fetches them here. */
  readonly origin?: string | undefined
  /** The folder is the market's: its icon replaces the product's. */
  readonly look?: Look | undefined
  /** The market's own pictures: they take the place of those of the product. */
  readonly marketFiles?: string | undefined
}

/** The headers for pages of another origin, and for caches in front of it. */
const openHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const

/**
 * Each file has its compressed twins beside it. A file that this release lacks is looked up in other releases: during a
 * rolling release, a page of one node requests its files from the other.
 */
export function serveAssets(app: FastifyInstance, options: AssetsOptions): void {
  const { buildFolder, releasesFolder, origin, look, marketFiles } = options
  const folders = [buildFolder, ...(releasesFolder === undefined ? [] : [releasesFolder])]
  if (origin !== undefined)
    app.addHook('onRequest', async (_, reply) => {
      reply.headers(openHeaders)
    })
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!mayBeFile(url)) return reply.callNotFound()
  })
  app.setErrorHandler<FastifyError>((error, { url }, reply) => {
    if (!isUnreadable(error, url)) throw error
    for (const name of headersOfFiles) reply.removeHeader(name)
    throw new PortalError('overloaded', `A file could not be read: ${error.message}`, { cause: error })
  })
  const serve = (
    name: string,
    options: Pick<FastifyStaticOptions, 'maxAge' | 'immutable' | 'etag' | 'lastModified'>,
  ) => {
    // A folder may appear later: a release is published while processes run.
    const root = folders.map((folder) => path.resolve(folder, name))
    app.register(fastifyStatic, {
      ...{ root, prefix: `/${name}/`, preCompressed: true, decorateReply: false, index: false },
      ...options,
    })
  }
  // A file under the name of its content never changes, so validators would only add weight to its answer.
  serve('assets', { maxAge: '1y', immutable: true, etag: false, lastModified: false })
  serve('files', { maxAge: '1d' })
  const pictures = new Map(marketFiles === undefined ? [] : readPictures(marketFiles))
  const icon = look && drawIcon(look)
  if (icon !== undefined && !pictures.has('/files/favicon.svg')) pictures.set('/files/favicon.svg', Buffer.from(icon))
  for (const [address, picture] of pictures)
    app.get(address, (_, reply) =>
      reply
        .header('content-type', pictureTypes[path.extname(address)])
        .header('cache-control', 'public, max-age=86400')
        .send(picture),
    )
}

/** They are set before the file is opened, and must not be those of an answer in its place. */
const headersOfFiles = ['accept-ranges', 'cache-control', 'content-encoding', 'content-range', 'etag', 'last-modified']

/** File systems allow 255 bytes, and a compressed twin has an ending more. */
const longestName = 250
const longestPath = 1_000

/** Tells whether a file system could have a file of this address: it fails at longer names instead of finding none. */
function mayBeFile(url: string): boolean {
  const [path = ''] = url.split('?')
  return (
    path.length <= longestPath && !path.includes('%00') && path.split('/').every((name) => name.length <= longestName)
  )
}

const addressOfFile = /^(\/[\w-][\w.-]*)+(\?|$)/

/**
 * Tells whether the file system failed, most often because the process has no file descriptor left. `@fastify/static`
 * calls a folder that it cannot list forbidden, as it calls an address with `..`.
 */
function isUnreadable({ code, statusCode }: FastifyError, url: string): boolean {
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return addressOfFile.test(url)
  return statusCode === undefined || statusCode >= 500
}

const pictureTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
}

/** Phones request these without being told: the address is theirs. */
const atRoot = ['apple-touch-icon.png', 'favicon.ico']

/** Serves each picture by its address. */
function readPictures(folder: string): [string, Buffer][] {
  return readdirSync(folder)
    .filter((name) => Object.hasOwn(pictureTypes, path.extname(name)))
    .map((name) => [atRoot.includes(name) ? `/${name}` : `/files/${name}`, readFileSync(path.join(folder, name))])
}

/** The logo on a tile of the band's colour, as browsers show it beside the title. Undefined without a logo. */
function drawIcon({ logo, light }: Look): string | undefined {
  if (logo === undefined) return undefined
  const [left = 0, top = 0, width = 0, height = 0] = logo.viewBox.split(' ').map(Number)
  const paint = (colour = 'none') => (colour === 'text' ? '#ffffff' : colour)
  const paths = logo.paths.map(
    ({ d, fill, stroke, strokeWidth = 1 }) =>
      `<path d="${d}" fill="${paint(fill)}" stroke="${paint(stroke)}" stroke-width="${strokeWidth}"/>`,
  )
  // A tenth of it on each side is left free.
  const [edge, across] = [Math.max(width, height) / 10, Math.max(width, height) * 1.2]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left - edge} ${top - edge} ${across} ${across}">` +
    `<rect x="${left - edge}" y="${top - edge}" width="${across}" height="${across}" rx="${across / 5}" fill="${light.band}"/>` +
    `${paths.join('')}</svg>`
  )
}
