import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { PageToWeigh } from '../../../app/portal-context.ts'
import { weighPages } from './page-weight.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'weighed-'))
mkdirSync(path.join(folder, 'assets'))
writeFileSync(path.join(folder, 'assets', 'a.js'), 'a'.repeat(50_000))
writeFileSync(path.join(folder, 'assets', 'a.js.br'), 'b'.repeat(9_000))
writeFileSync(path.join(folder, 'assets', 'gate.js'), 'c'.repeat(600))
afterAll(() => rmSync(folder, { recursive: true }))

/** Text that does not repeat much, as in real pages. */
const pageOf = (seed: number, words = 4_000) =>
  Array.from({ length: words }, (_, at) => ((at * 7919 + seed * 104_729) % 99_991).toString(36)).join(' ')

const ask = { files: [], islandFiles: [], kind: 'en payment', isPublic: false } as const

function createWeigh(scheme: 'http' | 'https') {
  const weigh = weighPages(folder, scheme)
  return (page: PageToWeigh) => weigh(page).page
}

describe('the weight of a page', () => {
  it.each([
    ['is what it compresses to, its file and their heads, nearly', false, [7]],
    ['is as near to what the first visitor of a public page gets as to what later visitors get', true, [7, 11]],
  ])('%s', (_, isPublic, qualities) => {
    const html = readFileSync(path.join(import.meta.dirname, '../../../content', 'en', 'orp-translation.json'), 'utf8')
    const weight = createWeigh('http')({ ...ask, isPublic, html, files: ['/assets/gate.js'] })
    for (const quality of qualities) {
      const page = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length + 1050
      expect(Math.abs(weight / (page + 1300) - 1), `quality ${quality}`).toBeLessThan(0.07)
    }
  })

  it('includes each file as it is sent', () => {
    const weigh = createWeigh('http')
    const html = pageOf(2)
    const alone = weigh({ ...ask, html })
    expect(weigh({ ...ask, html, files: ['/assets/a.js'] }) - alone).toBe(9_000 + 700)
    expect(weigh({ ...ask, html, files: ['/assets/gate.js'] }) - alone).toBe(600 + 700)
  })

  it('counts the scripts of its islands apart, since they load after a touch', () => {
    const weigh = weighPages(folder, 'http')
    const page = { ...ask, html: pageOf(2) }
    expect(weigh({ ...page, islandFiles: ['/assets/a.js', '/assets/gate.js'] })).toEqual({
      page: weigh(page).page,
      islands: 9_000 + 600 + 2 * 700,
    })
  })

  it('has smaller headers over HTTPS, where browsers speak HTTP/2', () => {
    const page = { ...ask, html: pageOf(6), files: ['/assets/gate.js', '/assets/a.js'] }
    expect(createWeigh('http')(page) - createWeigh('https')(page)).toBe(1050 - 680 + 2 * (700 - 90))
  })

  it('follows a page that becomes longer, for any visitor, and a page of another kind', () => {
    const weigh = createWeigh('http')
    for (const isPublic of [true, false]) {
      const short = weigh({ ...ask, isPublic, html: pageOf(3) })
      expect(weigh({ ...ask, isPublic, html: pageOf(3, 8_000) }) / short).toBeGreaterThan(1.6)
    }
    expect(weigh({ ...ask, html: pageOf(3), kind: 'sw payment' })).toBe(
      createWeigh('http')({ ...ask, html: pageOf(3) }),
    )
  })

  it('is taken from the last visitor when a private page has changed little', () => {
    const weigh = createWeigh('http')
    const before = weigh({ ...ask, html: pageOf(4) })
    // The text is as long, but made of one letter: compressing it would show.
    const plain = 'a'.repeat(pageOf(4).length)
    expect(weigh({ ...ask, html: plain })).toBe(before)
    expect(weigh({ ...ask, isPublic: true, html: plain })).toBeLessThan(before)
  })
})
