import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createContentFiles } from '@nyanja/server/adapters/content-files/content-files'
import { Content } from '@nyanja/server/content/content'
import { FormSchema } from '@nyanja/server/content/form-schema'
import { contentConstants, readMarket } from '@nyanja/server/settings/market'
import Fastify, { type InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ActivePackageAnswer } from '../../../contract/content.ts'
import { registerContentApi } from './content-api.ts'

const market = readMarket(path.join(import.meta.dirname, '../../../markets/mw.json'))
const content = new Content(createContentFiles({ folder: path.join(import.meta.dirname, '../../../content') }), {
  languages: ['en', 'sw'],
  constants: contentConstants(market),
})
const sites = { count: 1, version: async () => `${sites.count}`, read: async (language: string) => sitesIn(language) }
const sitesIn = (language: string) => Array.from({ length: sites.count }, () => ({ title: `Site in ${language}` }))
const app = Fastify()

beforeAll(async () => {
  await content.load()
  registerContentApi(app, { content, market, generatedContent: { 'fetch-sites-data-5g': sites } })
})

function ask(query: NonNullable<InjectOptions['query']>, headers: Record<string, string> = {}) {
  return app.inject({ url: '/cms/webpage/activePackage', query, headers })
}

async function textsOf(pageUrl: string) {
  const { data } = ActivePackageAnswer.parse((await ask({ opco: 'MW', pageUrl })).json())
  return z.record(z.string(), z.string()).parse(JSON.parse(data.packageHtml))
}

describe('GET /cms/webpage/activePackage', () => {
  it('gives the texts of a page as a JSON string in the envelope', async () => {
    const response = await ask({ opco: 'MW', pageUrl: '/loader-translation' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      statusCode: 200,
      status: 'success',
      data: {
        packageHtml: JSON.stringify({
          wait: 'Please wait ...',
          holdOn: 'Hold on!',
          loadingMessage: 'We are loading the page for you',
        }),
      },
    })
  })

  it('accepts names without the leading slash too', async () => {
    expect(await textsOf('loader-translation')).toEqual(await textsOf('/loader-translation'))
    expect(await textsOf('sw/loader-translation')).toEqual(await textsOf('/sw/loader-translation'))
  })

  it('answers in the second language under its prefix', async () => {
    expect((await textsOf('/sw/loader-translation')).wait).toBe('Tafadhali subiri ...')
  })

  it('has the brand and the currency of the market in the texts', async () => {
    expect((await textsOf('/website-footer-config')).shops).toBe('Nyanja Shops')
    expect((await textsOf('/recharge-translation')).amountMin).toBe('Minimum amount should be MWK {min}')
  })

  it.each(['/no-such-page', '/sw/sw/loader-translation', '/fr/loader-translation', '__proto__', '/', '../en/x'])(
    'does not know the page %s',
    async (pageUrl) => {
      const response = await ask({ opco: 'MW', pageUrl })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ statusCode: 404 })
    },
  )

  it.each([
    'opco=NG&pageUrl=/loader-translation',
    'pageUrl=/loader-translation',
    'opco=MW',
    'opco=MW&pageUrl=',
    'opco=MW&pageUrl=/loader-translation&pageUrl=/orp-translation',
    `opco=MW&pageUrl=${'x'.repeat(101)}`,
  ])('refuses the query %s', async (query) => {
    expect((await ask(query)).statusCode).toBe(400)
  })

  it.each([
    ['/loader-translation', 3600],
    ['/website-homepage-config', 3600],
    ['/incident-banner', 10],
    ['/fetch-sites-data-5g', 10],
  ])('lets caches keep %s for %i seconds, and longer while the portal is unreachable', async (pageUrl, seconds) => {
    const { headers } = await ask({ opco: 'MW', pageUrl })
    expect(headers['cache-control']).toBe(
      `public, max-age=${seconds}, stale-while-revalidate=600, stale-if-error=86400`,
    )
    expect(headers.vary).toBe('accept-encoding, lang')
  })

  it.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"old", ${tag}`])(
    'sends nothing to a caller that holds the same version',
    async (held) => {
      const { headers } = await ask({ opco: 'MW', pageUrl: '/loader-translation' })
      const response = await ask(
        { opco: 'MW', pageUrl: '/loader-translation' },
        { 'if-none-match': held(String(headers.etag)) },
      )
      expect(response.statusCode).toBe(304)
      expect(response.body).toBe('')
      expect(response.headers['cache-control']).toContain('max-age=3600')
    },
  )

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends a long page as %s to a caller that accepts it, and nothing the second time', async (encoding, read) => {
    const query = { opco: 'MW', pageUrl: '/privacy-policy-config' }
    const plain = await ask(query)
    for (const _ of ['first', 'again']) {
      const { rawPayload, headers } = await ask(query, { 'accept-encoding': encoding })
      expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': `${rawPayload.length}` })
      expect(rawPayload.length * 2).toBeLessThan(plain.rawPayload.length)
      expect(read(rawPayload).toString()).toBe(plain.body)
      expect(headers.etag).not.toBe(plain.headers.etag)
      const held = { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) }
      expect((await ask(query, held)).statusCode).toBe(304)
    }
  })

  it('sends the new texts at once when a page changed, compressed or not', async () => {
    const query = { opco: 'MW', pageUrl: '/fetch-sites-data-5g' }
    const titles = async () => {
      const { rawPayload } = await ask(query, { 'accept-encoding': 'br' })
      return brotliDecompressSync(rawPayload).toString().split('Site in').length - 1
    }
    sites.count = 50
    expect(await titles()).toBe(50)
    sites.count = 60
    expect(await titles()).toBe(60)
    sites.count = 1
  })

  it('sends the texts to a caller that holds an older version, or the same page in the other language', async () => {
    const { headers } = await ask({ opco: 'MW', pageUrl: '/sw/loader-translation' })
    for (const held of ['"old"', String(headers.etag)]) {
      const response = await ask({ opco: 'MW', pageUrl: '/loader-translation' }, { 'if-none-match': held })
      expect(response.statusCode).toBe(200)
    }
  })
})

describe('a form', () => {
  it('is a page like any other, in both languages and with the numbers of the market', async () => {
    const labels = async (pageUrl: string) => {
      const { data } = ActivePackageAnswer.parse((await ask({ opco: 'MW', pageUrl })).json())
      return FormSchema.parse(JSON.parse(data.packageHtml)).fields.map(({ label, pattern, countryCode }) =>
        countryCode === undefined ? label : `${label} +${countryCode} ${pattern}`,
      )
    }
    const [name, number] = await labels('/get-form-schema')
    expect([name, number]).toEqual(['Full name', 'Phone number +265 \\d{9}'])
    expect(await labels('/sw/get-contact-form-schema')).toContain('Ujumbe wako')
  })
})

describe('a page with one address for all languages', () => {
  const titles = async (headers: Record<string, string>) => {
    const { data } = ActivePackageAnswer.parse(
      (await ask({ opco: 'MW', pageUrl: '/fetch-sites-data-5g' }, headers)).json(),
    )
    return z.array(z.object({ title: z.string() })).parse(JSON.parse(data.packageHtml))
  }

  it.each([
    [{}, 'en'],
    [{ lang: 'EN' }, 'en'],
    [{ lang: 'SW' }, 'sw'],
    [{ lang: 'sw' }, 'sw'],
    [{ lang: 'xx' }, 'en'],
  ])('takes its language from the header %j', async (headers, language) => {
    expect(await titles(headers)).toEqual([{ title: `Site in ${language}` }])
  })

  it('may consist of texts', async () => {
    const query = { opco: 'MW', pageUrl: '/lead-status-config' }
    expect((await ask(query, { lang: 'sw' })).body).toContain('Tumepata ombi lako')
    expect((await ask(query)).body).toContain('We have your order')
  })

  it('has no separate address for the second language', async () => {
    expect((await ask({ opco: 'MW', pageUrl: '/sw/fetch-sites-data-5g' })).statusCode).toBe(404)
  })

  it('shows a change', async () => {
    sites.count = 2
    expect(await titles({})).toHaveLength(2)
  })
})
