import { describe, expect, it } from 'vitest'
import { islandFilesIn, policyWithAssetsFrom, withAssetsFrom } from './browser-files.ts'
import { documentFrames } from './document.ts'

const origin = 'https://assets.example'

describe('assets of another origin', () => {
  it('loads scripts and pictures of a page from the assets origin, and nothing else', () => {
    const page = [
      '<link rel="icon" href="/files/favicon.svg"/><a href="/files/prices.csv">',
      '<img alt="" src="/files/router.svg"/><div data-module="/assets/map-1.js"></div>',
      '<script type="module" async src="/assets/page-1.js"></script><img src="/map/1.png"/>',
      String.raw`<script type="application/json">{"html":"<img src=\"/files/router.svg\">"}</script>`,
    ]
    expect(withAssetsFrom(origin, page.join(''))).toBe(
      [
        page[0],
        `<img alt="" src="${origin}/files/router.svg"/><div data-module="${origin}/assets/map-1.js"></div>`,
        `<script type="module" async src="${origin}/assets/page-1.js"></script><img src="/map/1.png"/>`,
        page[3],
      ].join(''),
    )
  })

  it('loads the scripts of an island from the assets origin', () => {
    expect(withAssetsFrom(origin, '<div data-island="/assets/a.js /assets/b.js">')).toBe(
      `<div data-island="${origin}/assets/a.js ${origin}/assets/b.js">`,
    )
  })

  it('names the scripts of all islands of a page, each once', () => {
    const page =
      '<div data-island="/assets/a.js /assets/c.js"></div><div data-island="/assets/b.js /assets/c.js"></div>'
    expect(islandFilesIn(page)).toEqual(['/assets/a.js', '/assets/c.js', '/assets/b.js'])
    expect(islandFilesIn('<main></main>')).toEqual([])
  })

  it('allows the folders of the assets origin in the content security policy', () => {
    const frames = documentFrames({})
    const popup = frames.popupPolicy({ scriptUrl: 'https://js.pay.example/pop.js', frameOrigin: 'https://pay.example' })
    const policies = [
      frames.frameOf('content').policy,
      frames.frameOf('recharge').policy,
      frames.frameOf('map').policy,
      popup,
    ]
    for (const policy of policies) {
      const [scripts, allowed] = [policy, policyWithAssetsFrom(origin, policy)].map(
        (text) => /script-src ([^;]*)/.exec(text)?.[1] ?? '',
      )
      if (scripts === `'none'`) expect(allowed).toBe(`'none'`)
      else expect(allowed?.split(' ')).toEqual(expect.arrayContaining([`${origin}/assets/`]))
      expect(policyWithAssetsFrom(origin, policy)).toContain(`img-src 'self' ${origin}/files/ data:`)
    }
  })

  it('changes no page when no assets origin is set', () => {
    const page = '<script type="module" src="/assets/page-1.js"></script>'
    expect(withAssetsFrom(undefined, page)).toBe(page)
    expect(policyWithAssetsFrom(undefined, `script-src 'self'`)).toBe(`script-src 'self'`)
  })
})
