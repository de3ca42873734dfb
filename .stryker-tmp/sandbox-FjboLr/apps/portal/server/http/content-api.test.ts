// @ts-nocheck
import path from 'node:path'
import Fastify, { type InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ActivePackageAnswer } from '../../contract/content.ts'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { Content } from '../content/content.ts'
import { registerContentApi } from './content-api.ts'

const content = new Content(createContentFiles({ folder: path.join(import.meta.dirname, '../../content') }), {
  languages: ['en', 'sw'],
  constants: { brand: 'Nyanja', currency: 'MWK' },
})
const market = { opco: 'MW', languages: { unprefixed: 'en', prefixed: 'sw' } }
const app = Fastify()

beforeAll(async () => {
  await content.load()
  registerContentApi(app, { content, market })
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

  it('takes names without the leading slash too', async () => {
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

  it('lets caches keep a page for a minute', async () => {
    const { headers } = await ask({ opco: 'MW', pageUrl: '/loader-translation' })
    expect(headers).toMatchObject({
      etag: `"${content.version}"`,
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
    })
  })

  it.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"old", ${tag}`])(
    'sends nothing again to a caller that holds the same version',
    async (held) => {
      const response = await ask(
        { opco: 'MW', pageUrl: '/loader-translation' },
        { 'if-none-match': held(`"${content.version}"`) },
      )
      expect(response.statusCode).toBe(304)
      expect(response.body).toBe('')
      expect(response.headers['cache-control']).toContain('max-age=60')
    },
  )

  it('sends the texts to a caller that holds an older version', async () => {
    const response = await ask({ opco: 'MW', pageUrl: '/loader-translation' }, { 'if-none-match': '"old"' })
    expect(response.statusCode).toBe(200)
  })
})
