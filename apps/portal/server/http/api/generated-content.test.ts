import path from 'node:path'
import { createContentFiles } from '@nyanja/server/adapters/content-files/content-files'
import { createHelpFiles } from '@nyanja/server/adapters/help-files/help-files'
import { Content } from '@nyanja/server/content/content'
import { HelpCentre } from '@nyanja/server/help/help-centre'
import { SiteMap } from '@nyanja/server/places/site-map'
import { contentConstants, readMarket } from '@nyanja/server/settings/market'
import Fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { ActivePackageAnswer } from '../../../contract/content.ts'
import { registerContentApi } from './content-api.ts'
import { createGeneratedContent } from './generated-content.ts'

const home = path.join(import.meta.dirname, '../../..')
const market = readMarket(path.join(home, 'markets/mw.json'))
const [languages, constants, folder] = [['en', 'sw'], contentConstants(market), path.join(home, 'content')]
const content = new Content(createContentFiles({ folder }), { languages, constants })
const help = new HelpCentre(createHelpFiles({ folder, languages, constants }), { languages, ignoredWords: () => '' })
const app = Fastify()

beforeAll(async () => {
  await content.load()
  await help.load()
  const sites = { map: new SiteMap([]), version: 'none' }
  registerContentApi(app, { content, market, generatedContent: createGeneratedContent({ content, help, sites }) })
})

async function packageOf(pageUrl: string, lang = 'en'): Promise<unknown> {
  const query = { opco: 'MW', pageUrl }
  const response = await app.inject({ url: '/cms/webpage/activePackage', query, headers: { lang } })
  return JSON.parse(ActivePackageAnswer.parse(response.json()).data.packageHtml)
}

describe('the generated pages for other channels', () => {
  it.each([
    'website-footer-config',
    'website-headers-config',
    'website-homepage-config',
    'orp-translation',
    'footer-translation',
    'lead-status-translation',
    'loader-translation',
    'get-form-schema',
    'get-contact-form-schema',
    'faq-translation',
    'getHelp-translation',
    'question-translation',
    'recharge-translation',
    'search-translation',
    'storeLocator-translation',
    'network-translation',
    'help-documents',
  ])('include %s in both languages', async (name) => {
    const [english, swahili] = [await packageOf(`/${name}`), await packageOf(`/sw/${name}`)]
    expect(JSON.stringify(english).length).toBeGreaterThan(50)
    expect(swahili).not.toEqual(english)
  })

  it.each(['meta-data-config', 'privacy-policy-config', 'lead-status-config'])(
    'include %s at one address in both languages',
    async (name) => expect(await packageOf(`/${name}`, 'sw')).not.toEqual(await packageOf(`/${name}`)),
  )

  it('include the whole network', async () => expect(await packageOf('/fetch-sites-data-5g')).toEqual([]))

  it('include the texts of the help centre by screen', async () => {
    expect(await packageOf('/search-translation')).toMatchObject({
      search: 'Search',
      question: 'What is your question?',
    })
    expect(await packageOf('/sw/question-translation')).toMatchObject({ thankyou: 'Asante!' })
    expect(await packageOf('/faq-translation')).toMatchObject({ relatedWith: 'More about {title}' })
  })

  it('include every question of the help centre in its place', async () => {
    const documents = JSON.stringify(await packageOf('/help-documents'))
    expect(help.articles('en').filter(({ id }) => !documents.includes(`{"questionId":"${id}",`))).toEqual([])
    expect(documents).toContain('"href":"storeLocator"')
  })
})
