import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../server/testing/test-app.ts'
import { isForEverybody, pageMeta } from './page-meta.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const origin = () => test.portal.publicOrigin
const meta = (path: string, html = '<title>Words of the page - Nyanja</title>') =>
  pageMeta({ portal: test.portal, url: new URL(path, origin()), html })

describe('the metadata of a page', () => {
  it('give its address, and that of its twin in the other language', () => {
    const { tags } = meta('/sw/about/?utm_source=sms')
    expect(tags).toContain(`<link rel="canonical" href="${origin()}/sw/about"/>`)
    expect(tags).toContain(`hreflang="en" href="${origin()}/about"/>`)
    expect(tags).toContain(`hreflang="sw" href="${origin()}/sw/about"/>`)
  })

  it("are the editors' text about its screen, with the title of the page", () => {
    const { title, tags } = meta('/contact-us')
    expect(title).toBe('Words of the page - Nyanja')
    expect(tags).toContain('<meta name="description" content="Call 300 free from any Nyanja line')
    expect(tags).toContain('<meta property="og:title" content="Words of the page - Nyanja"/>')
    expect(tags).toContain(`<meta property="og:image" content="${origin()}/files/preview.png"/>`)
  })

  it('have their own title when the editors gave one', () => {
    expect(meta('/sw').title).toBe('Ongeza salio, lipa bili na nunua vifurushi - Nyanja')
  })

  it("are the page's own text, when it has some", () => {
    const { tags } = meta(
      '/gethelp/an-answer',
      '<title>A</title><meta name="description" content="Its own &amp; more"/>',
    )
    expect(tags.match(/name="description"/g)).toBeNull()
    expect(tags).toContain('<meta property="og:description" content="Its own &amp; more"/>')
  })
})

describe('a page', () => {
  const shown = (cacheControl: string) => new Headers({ 'cache-control': cacheControl })

  it('may be listed by search engines when it is public', () => {
    expect(isForEverybody(200, shown('public, max-age=60'))).toBe(true)
    expect(isForEverybody(200, shown('no-store'))).toBe(false)
    expect(isForEverybody(404, shown('public, max-age=60'))).toBe(false)
    expect(isForEverybody(200, new Headers())).toBe(false)
  })
})
