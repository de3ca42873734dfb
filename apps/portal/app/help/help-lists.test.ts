import { HelpCentre } from '@nyanja/server/help/help-centre'
import { testArticle, testLanguage, testSource } from '@nyanja/server/help/test-help'
import { readMarket } from '@nyanja/server/settings/market'
import { beforeAll, describe, expect, it } from 'vitest'
import texts from '../../content/en/getHelp-translation.json' with { type: 'json' }
import { hrefs } from '../hrefs.ts'
import { popularHere, questionLinks, subCategoryLinks } from './help-lists.ts'
import { helpPaths } from './help-page.ts'

const market = { sells: ['airtime'], publicServiceStatus: true } as const
const place = { language: 'en', prefix: '', market, texts, to: hrefs('') } as const

const popular = (id: string, category: string) => ({
  ...testArticle({ id, question: `Why ${id}?` }),
  structure: { category, isPopular: true, related: [] },
})

const help = new HelpCentre(
  testSource({
    en: testLanguage(
      [
        popular('a', 'bundles-buy'),
        popular('b', 'sim-lost'),
        ...['c', 'd', 'e', 'f'].map((id) => popular(id, 'sim-lost')),
      ],
      [
        {
          id: 'bundles',
          title: 'Bundles',
          subCategories: [
            { id: 'bundles-buy', title: 'Buying', text: 'With what' },
            { id: 'bundles-empty', title: 'Empty' },
          ],
        },
        { id: 'sim', title: 'SIM', subCategories: [{ id: 'sim-lost', title: 'Lost' }] },
        {
          id: 'contact-details',
          title: 'Contact',
          subCategories: [{ id: 'contact-details-loans', title: 'Loans', goesTo: 'loans' }],
        },
      ],
    ),
  }),
  { languages: ['en'], ignoredWords: () => '' },
)
beforeAll(() => help.load())

function category(id: string) {
  const found = help.category(id, 'en')
  if (found === undefined) throw new Error(`No category ${id}`)
  return found
}

describe('the parts of a category', () => {
  it('are those with answers, with their number where nothing else is shown', () => {
    expect(subCategoryLinks(category('bundles'), place)).toEqual([
      { href: '/gethelp/bundles/bundles-buy', title: 'Buying', text: 'With what' },
    ])
    expect(subCategoryLinks(category('sim'), place)).toMatchObject([{ title: 'Lost', text: '5 answers' }])
  })

  it('link to pages outside of help where the category says so', () => {
    expect(subCategoryLinks(category('contact-details'), place)).toEqual([
      { href: '/more-nyanja-money', title: 'Loans', text: '' },
    ])
  })
})

describe('other frequent questions', () => {
  it("are at most five, the category's own ones first, and none twice", () => {
    const [sub] = category('bundles').subCategories
    if (sub === undefined) throw new Error('Nothing to read')
    const besides = questionLinks(sub, place)
    const links = popularHere(help, { category: 'bundles', besides }, place)
    expect(links.map(({ title }) => title)).toEqual(['b', 'c', 'd', 'e', 'f'].map((id) => `Why ${id}?`))
    expect(popularHere(help, { category: 'sim', besides: [] }, place)[0]?.title).toBe('Why b?')
    expect(popularHere(help, { category: 'sim', besides: [] }, place)).toHaveLength(5)
  })

  it('are not shown to a visitor who looks for a person', () => {
    expect(popularHere(help, { category: 'contact-details', besides: [] }, place)).toEqual([])
  })
})

it('gives the sitemap every page with text', () => {
  const market = readMarket(new URL('../../markets/mw.json', import.meta.url).pathname)
  expect(helpPaths({ help, market })).toEqual([
    '/gethelp/bundles',
    '/gethelp/bundles/bundles-buy',
    '/gethelp/sim',
    '/gethelp/sim/sim-lost',
    '/gethelp/contact-details',
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `/gethelp/a/${id}`),
  ])
})
