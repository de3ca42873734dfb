import { open } from 'node:fs/promises'
import type { MapArchive } from '@nyanja/server/settings/map-archive'
import type { FastifyInstance } from 'fastify'

/** The limit is far above the largest tile or directory: nothing reads a whole archive through the portal. */
const longestRange = 2 * 1024 * 1024

interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Parses the one range of `bytes=0-16383`, cut at the end of the file. It is undefined when nothing of the file is
 * requested.
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  const start = Number(from)
  if (from === '' || start >= size) return undefined
  const end = Math.min(to === '' ? size - 1 : Number(to), size - 1)
  return end < start || end - start >= longestRange ? undefined : { start, end }
}

/** Serves an operator's own map, in the ranges of bytes that a browser needs. Another archive has another address. */
export function serveMapTiles(app: FastifyInstance, { file, size, version }: MapArchive): void {
  const etag = `"${version}"`
  app.get(`/files/map-${version}.pmtiles`, async (request, reply) => {
    reply.headers({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/octet-stream',
      etag,
    })
    const condition = request.headers['if-range']
    const range = condition === undefined || condition === etag ? rangeIn(request.headers.range, size) : undefined
    if (range === undefined) return reply.status(416).header('content-range', `bytes */${size}`).send()
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    const bytes = await readRange(file, range)
    return reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`).send(bytes)
  })
}

async function readRange(file: string, { start, end }: ByteRange): Promise<Buffer> {
  const opened = await open(file, 'r')
  try {
    const bytes = Buffer.alloc(end - start + 1)
    const { bytesRead } = await opened.read(bytes, 0, bytes.length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await opened.close()
  }
}
