import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { reportErrors, reportUnknownPaths } from '../report-errors.ts'
import { createNotices } from './notices.ts'
import { type AssetsOptions, serveAssets } from './serve-assets.ts'

function newFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['assets', 'files']) mkdirSync(path.join(folder, name))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

const palette = {
  ...{ main: '#5b2a86', onMain: '#ffffff', tint: '#efe6f5', glow: '#ffd79a', band: '#2b1042', bandRaised: '#45206a' },
  ...{ onBand: '#e0d0ee', accent: '#8fd14f', accentPressed: '#7abb3c', onAccent: '#16210a', accentEdge: '#2b1042' },
}

/** A process of one release. */
async function openNode(options: AssetsOptions) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const busy = () => new Response('busy', { headers: { 'cache-control': 'no-store' } })
  const notices = createNotices({ render: async () => busy(), versionOf: () => '1', languages: [{ code: 'en' }] })
  app.setErrorHandler(reportErrors({ log: pino({ level: 'silent' }), notices, headers: {} }))
  reportUnknownPaths(app)
  app.register((scope, _, done) => {
    serveAssets(scope, options)
    done()
  })
  return async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const { statusCode, headers: sent, rawPayload } = await app.inject({ url, headers })
    return { status: statusCode, headers: sent, bytes: rawPayload, text: rawPayload.toString() }
  }
}

const releases = {
  old: { 'assets/pay-1.js': 'pay 1', 'files/page.js': 'page 1' },
  new: { 'assets/pay-2.js': 'pay 2', 'files/page.js': 'page 2', 'files/dialog.js': 'dialog 2' },
}

it('serves the files of the releases before and after its own from the folder that nodes share', async () => {
  const releasesFolder = newFolder({ ...releases.old, ...releases.new })
  for (const files of [releases.old, releases.new]) {
    const get = await openNode({ buildFolder: newFolder(files), releasesFolder })
    for (const [url, text] of [
      ['/assets/pay-1.js', 'pay 1'],
      ['/assets/pay-2.js', 'pay 2'],
    ] as const) {
      const answer = await get(url, { 'accept-encoding': 'br, gzip' })
      expect([answer.status, answer.text]).toEqual([200, text])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      for (const weight of ['etag', 'last-modified']) expect(answer.headers).not.toHaveProperty(weight)
    }
    expect((await get('/files/page.js')).text).toBe(files['files/page.js'])
    expect((await get('/files/dialog.js')).text).toBe('dialog 2')
  }
})

it('serves files that are published while it runs, compressed as published', async () => {
  const releasesFolder = newFolder({})
  const get = await openNode({ buildFolder: newFolder(releases.old), releasesFolder })
  const before = await get('/assets/pay-2.js')
  expect([before.status, before.headers['cache-control']]).toEqual([404, 'no-store'])
  writeFileSync(path.join(releasesFolder, 'assets', 'pay-2.js'), 'pay 2')
  writeFileSync(path.join(releasesFolder, 'assets', 'pay-2.js.br'), brotliCompressSync('pay 2'))
  const answer = await get('/assets/pay-2.js', { 'accept-encoding': 'br' })
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br'])
  expect(brotliDecompressSync(answer.bytes).toString()).toBe('pay 2')
})

it('lets no cache keep the 404 of a file of another release', async () => {
  const get = await openNode({ buildFolder: newFolder(releases.old) })
  for (const url of ['/assets/pay-2.js', '/files/dialog.js']) {
    const { status, headers } = await get(url)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  }
})

it('allows other origins to read assets only where an assets origin is set', async () => {
  for (const origin of [undefined, 'https://assets.example']) {
    const get = await openNode({ buildFolder: newFolder(releases.new), origin })
    for (const url of ['/assets/pay-2.js', '/files/page.js']) {
      const { headers } = await get(url, { origin: 'https://portal.example' })
      expect(headers['access-control-allow-origin']).toBe(origin && '*')
      expect(headers['cross-origin-resource-policy']).toBe(origin && 'cross-origin')
    }
  }
})

describe('a file that cannot be read', () => {
  it.each([
    // A process that has no file descriptor left sees this: its folder cannot be listed.
    ['whose folder cannot be listed', '/assets/loop/pay.js'],
    ['that cannot be opened', '/assets/pay.js'],
  ])('%s is asked for again later', async (_, url) => {
    const folder = newFolder({})
    symlinkSync('loop', path.join(folder, 'assets', 'loop'))
    const socket = createServer().listen(path.join(folder, 'assets', 'pay.js.br'))
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    const { status, headers, text } = await (await openNode({ buildFolder: folder }))(url, { 'accept-encoding': 'br' })
    expect([status, headers['retry-after'], headers['cache-control'], text]).toEqual([503, '5', 'no-store', 'busy'])
    expect([headers['content-encoding'], headers['last-modified']]).toEqual([undefined, undefined])
  })

  it.each([
    ['longer than a file system allows', 'a'.repeat(300)],
    ['that only its compressed twin makes too long', 'a'.repeat(253)],
    ['as long as a file system allows', 'a'.repeat(255)],
    ['of letters that take three bytes each', '%E2%82%AC'.repeat(86)],
    ['longer than a path may be', 'a/'.repeat(2_500)],
    ['with a byte that ends a text', 'a%00.js'],
    ['below a file', 'page.js/more.js'],
    ['with a line break', 'a%0Ab'],
  ])('is not one with a name %s: there is none', async (_, name) => {
    const get = await openNode({ buildFolder: newFolder(releases.old), releasesFolder: newFolder(releases.new) })
    for (const folder of ['assets', 'files'])
      for (const encodings of ['identity', 'br, gzip'])
        expect((await get(`/${folder}/${name}`, { 'accept-encoding': encodings })).status).toBe(404)
  })

  it('is not one outside of the folder', async () => {
    const get = await openNode({ buildFolder: newFolder({}) })
    for (const url of ['/assets//pay.js', '/assets/%2e%2e/pay.js', '/assets/a/..%2f..%2fpay.js'])
      expect((await get(url)).status).toBeLessThan(500)
  })
})

it('serves its files under every host name, and nothing else', async () => {
  const { app, close } = await createTestApp()
  onTestFinished(close)
  const statusOf = async (url: string) => (await app.inject({ url, headers: { host: 'assets.example' } })).statusCode
  expect([await statusOf('/assets/none.js'), await statusOf('/files/none.js')]).toEqual([404, 404])
  expect(await statusOf('/about')).toBe(307)
  for (const name of ['a%FF.js', 'a%2', 'a%00.js', 'a'.repeat(300)])
    expect([await statusOf(`/assets/${name}`), await statusOf(`/files/${name}`)]).toEqual([404, 404])
})

it('serves the logo of the market as the icon of its pages', async () => {
  const files = { buildFolder: newFolder({ 'files/favicon.svg': '<svg>ours</svg>' }) }
  const colours = { light: palette, dark: palette }
  const logo = { viewBox: '0 0 10 10', paths: [{ d: 'M0 0h10v10z', fill: 'text' as const }] }
  const { text, headers } = await (await openNode({ ...files, look: { ...colours, logo } }))('/files/favicon.svg')
  expect(headers['content-type']).toBe('image/svg+xml')
  expect(text).toContain('<path d="M0 0h10v10z" fill="#ffffff"')
  expect(text).toContain(`fill="${palette.band}"/>`)

  for (const look of [undefined, colours])
    expect((await (await openNode({ ...files, look }))('/files/favicon.svg')).text).toBe('<svg>ours</svg>')
})
