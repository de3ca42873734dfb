import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMapArchive } from '@nyanja/server/settings/map-archive'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { rangeIn, serveMapTiles } from './serve-map-tiles.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'map-tiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const header = Buffer.alloc(127)
header.write('PMTiles')
header.set([3], 7)
header.set([1, 2, 2, 1, 4, 12], 96)
const content = Buffer.concat([header, Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256))])

function archive(bytes: Buffer, name = 'map.pmtiles') {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}

function open() {
  const app = Fastify()
  const read = readMapArchive(archive(content))
  serveMapTiles(app, read)
  const url = `/files/map-${read.version}.pmtiles`
  return { read, fetchRange: (headers: Record<string, string>, at = url) => app.inject({ url: at, headers }) }
}

it('is served in ranges, for good, under an address of its own', async () => {
  const { read, fetchRange } = open()
  expect(read).toMatchObject({ size: 1127, dataZoom: 12 })
  const first = await fetchRange({ range: 'bytes=0-126' })
  expect(first.statusCode).toBe(206)
  expect(first.rawPayload).toEqual(header)
  expect(first.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-range': 'bytes 0-126/1127',
    etag: `"${read.version}"`,
  })
  expect((await fetchRange({ range: 'bytes=1100-16383' })).headers['content-range']).toBe('bytes 1100-1126/1127')
  expect((await fetchRange({ range: 'bytes=0-9' }, '/files/map-other.pmtiles')).statusCode).toBe(404)
})

it('is not sent again to a browser that has it, and not mixed with another one', async () => {
  const { read, fetchRange } = open()
  const known = await fetchRange({ range: 'bytes=0-9', 'if-none-match': `"${read.version}"` })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  expect((await fetchRange({ range: 'bytes=0-9', 'if-range': `"${read.version}"` })).statusCode).toBe(206)
  expect((await fetchRange({ range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(416)
})

it.each([[undefined], ['bytes=2000-3000'], ['bytes=9-3'], ['bytes=-5'], ['bytes=0-1,5-6'], ['items=0-1']])(
  'is not served with the range %s',
  async (range) => {
    const answer = await open().fetchRange(range === undefined ? {} : { range })
    expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([416, 'bytes */1127', ''])
  },
)

it('is never read in ranges of more than two megabytes', () => {
  const size = 200_000_000
  expect(rangeIn('bytes=0-', size)).toBeUndefined()
  expect(rangeIn(`bytes=0-${2 * 1024 * 1024}`, size)).toBeUndefined()
  expect(rangeIn(`bytes=0-${2 * 1024 * 1024 - 1}`, size)).toEqual({ start: 0, end: 2 * 1024 * 1024 - 1 })
})

it('gets another address when it changes', () => {
  const before = readMapArchive(archive(content)).version
  expect(readMapArchive(archive(Buffer.concat([content, Buffer.from('more')]))).version).not.toBe(before)
})

it('is refused at start when it cannot be drawn', () => {
  const pictures = Buffer.from(content)
  pictures[99] = 2
  const old = Buffer.from(content)
  old[7] = 2
  expect(() => readMapArchive(archive(pictures))).toThrow(/MAP_TILES: .* has pictures/)
  expect(() => readMapArchive(archive(old))).toThrow(/not a PMTiles archive of version 3/)
  expect(() => readMapArchive(path.join(folder, 'missing'))).toThrow(/cannot be read \(ENOENT\)/)
})
