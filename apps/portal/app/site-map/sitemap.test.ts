import { describe, expect, it } from 'vitest'
import { sitemapIndexOf, sitemapOf } from './sitemap-xml.ts'

const publicOrigin = 'https://portal.example'
const languages = [{ code: 'en' }, { code: 'sw', prefix: 'sw' }] as const

describe('the sitemap', () => {
  it('has each page in each language, with its twin beside it', () => {
    const xml = sitemapOf({ publicOrigin, languages, paths: ['/', '/about'] })
    const addresses = [...xml.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)
    expect(addresses).toEqual([
      'https://portal.example/',
      'https://portal.example/sw',
      'https://portal.example/about',
      'https://portal.example/sw/about',
    ])
    expect(xml.match(/hreflang="sw" href="https:\/\/portal\.example\/sw\/about"/g)).toHaveLength(2)
  })

  it('can hold any address', () => {
    const xml = sitemapOf({ publicOrigin, languages, paths: ['/shops?a=1&b="<'] })
    expect(xml).toContain('/shops?a=1&amp;b=&quot;&lt;')
  })

  it('is split into parts when there are too many pages for one', () => {
    expect(sitemapIndexOf(publicOrigin, 2)).toContain('<loc>https://portal.example/sitemap.xml?page=2</loc>')
  })
})
