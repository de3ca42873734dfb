import { describe, expect, it } from 'vitest'
import { HelpCentre } from './help-centre.ts'
import type { FoundHelp } from './help-source.ts'
import { testArticle, testCategories, testLanguage, testSource } from './test-help.ts'

const english = testLanguage([
  testArticle({ id: 'buy', question: 'How do I buy a bundle?', words: 'data internet package' }, 'bundles-buy'),
  testArticle({ id: 'paid', question: 'I paid but the bundle did not come', words: 'missing lost' }, 'bundles-missing'),
  testArticle(
    { id: 'late', question: 'My SMS is late', html: '<p>The bundle may be there&nbsp;already.</p>' },
    'bundles-missing',
  ),
  testArticle({ id: 'five', question: 'Where is 5G?', words: '5g speed illimité' }, 'bundles-buy'),
])
const swahili = testLanguage(
  [testArticle({ id: 'buy', question: 'Ninunue kifurushi vipi?', words: 'data' })],
  [{ id: 'bundles', title: 'Vifurushi', subCategories: [{ id: 'bundles-buy', title: 'Kununua' }] }],
)

async function open(languages: FoundHelp['languages'] = { en: english, sw: swahili }, spoken = ['en', 'sw']) {
  const shown: string[] = []
  const source = testSource(languages)
  const log = { warn: (message: string) => shown.push(message), error: (message: string) => shown.push(message) }
  const help = new HelpCentre(source, {
    languages: spoken,
    ignoredWords: () => 'how do i a my is the where did not but',
    log,
  })
  await help.load()
  const search = (question: string, language = 'en') => help.search(question, language).map(({ id }) => id)
  return { help, source, shown, search }
}

describe('the help centre', () => {
  it('has its categories in the requested language, with untranslated articles in another', async () => {
    const { help } = await open()
    expect(help.categories('sw').map(({ title, language }) => [title, language])).toEqual([
      ['Vifurushi', 'sw'],
      ['Contact', 'en'],
    ])
    expect(help.category('bundles', 'sw')?.subCategories).toMatchObject([
      {
        title: 'Kununua',
        language: 'sw',
        articles: [
          { id: 'buy', language: 'sw' },
          { id: 'five', language: 'en' },
        ],
      },
      { title: 'Missing', language: 'en', articles: [{ id: 'late' }, { id: 'paid' }] },
    ])
    expect(help.category('contact-details', 'sw')?.subCategories).toMatchObject([{ goesTo: 'shops', articles: [] }])
    expect(help.category('no-such', 'sw')).toBeUndefined()
  })

  it("falls back to the market's first language before English", async () => {
    const french = testLanguage([testArticle({ id: 'paid', question: 'Forfait pas arrivé' })], [])
    const { help } = await open({ en: english, sw: swahili, fr: french }, ['fr', 'sw'])
    expect(help.article('paid', 'sw')).toMatchObject({ question: 'Forfait pas arrivé', language: 'fr' })
    expect(help.article('late', 'sw')).toMatchObject({ question: 'My SMS is late', language: 'en' })
  })

  it('shows related articles next to an article that names none', async () => {
    const { help } = await open()
    expect(help.article('paid', 'en')).toMatchObject({
      category: 'bundles',
      subCategory: 'bundles-missing',
      related: [{ id: 'late', question: 'My SMS is late' }],
    })
    expect(help.article('constructor', 'en')).toBeUndefined()
  })

  it("shows an article's own related articles first, and at most ten popular ones", async () => {
    const many = Array.from({ length: 10 }, (_, at) => ({
      ...testArticle({ id: `p${at}`, question: `Question ${at}` }),
      structure: { category: 'bundles-buy', isPopular: true, related: [`p${(at + 1) % 10}`] },
    }))
    const { help } = await open({ en: testLanguage(many), sw: testLanguage([], []) })
    expect(help.popular('en')).toHaveLength(10)
    expect(help.article('p9', 'en')?.related.map(({ id }) => id)).toEqual(['p0'])
  })

  it('is empty without articles, and reports missing translations', async () => {
    const { help } = await open({})
    expect(help.categories('en')).toEqual([])
    expect(help.search('bundle', 'en')).toEqual([])
    const { shown } = await open()
    expect(shown).toEqual(['paid', 'late', 'five'].map((id) => `sw/help lacks ${id}; another language is used`))
  })

  it('is refused in a language that is not loaded', async () => {
    const { help } = await open()
    expect(() => help.categories('xx')).toThrow('No help in "xx"')
  })
})

describe('a search in the help centre', () => {
  it.each([
    ['buy bundle', 'buy'],
    ['How do I BUY a bundle??', 'buy'],
    ['bundel', 'buy'],
    ['bunlde missing', 'paid'],
    ['internet pakage', 'buy'],
    ['illimite', 'five'],
    ['5 G', 'five'],
    ['bund', 'buy'],
    ['lost money', 'paid'],
    ['kifurushi', 'buy'],
  ])('finds the intended article: %s', async (question, id) => {
    expect((await open()).search(question)).toContain(id)
  })

  it('returns the best match first', async () => {
    const { search } = await open()
    expect(search('bundle did not come')[0]).toBe('paid')
    expect(search('buy a bundle')[0]).toBe('buy')
    expect(search('sms')[0]).toBe('late')
  })

  it('works in the other language, and finds English words there too', async () => {
    const { search, help } = await open()
    expect(search('nunua kifurushi', 'sw')[0]).toBe('buy')
    expect(help.search('late sms', 'sw')).toMatchObject([{ id: 'late', language: 'en' }])
  })

  it.each(['submarine', '4G', '', '  ', '0991234567', '?!', 'xyz '.repeat(200)])(
    'finds nothing for %j',
    async (question) => {
      expect((await open()).search(question)).toEqual([])
    },
  )

  it('does not confuse short words', async () => {
    expect((await open()).search('6g')).toEqual([])
    expect((await open()).search('sim')).toEqual([])
  })
})

describe('an edit of the help while the portal runs', () => {
  it('is shown, and changes the version', async () => {
    const { help, source } = await open()
    const before = help.version
    source.found = {
      languages: { en: testLanguage([testArticle({ id: 'buy', question: 'Buying anew' }, 'bundles-buy')]) },
      faults: [],
    }
    source.changed()
    await expect.poll(() => help.article('buy', 'en')?.question).toBe('Buying anew')
    expect(help.version).not.toBe(before)
    expect(help.search('anew', 'sw')).toHaveLength(1)
  })

  it('does not block visitors while thousands of articles are sorted', async () => {
    const many = Array.from({ length: 1000 }, (_, at) =>
      testArticle({ id: `a${at}`, question: `Question ${at}` }, 'bundles-buy'),
    )
    const { help, source } = await open()
    let ticks = 0
    let isOver = false
    const count = () => {
      ticks += 1
      if (!isOver) setImmediate(count)
    }
    source.found = { languages: { en: testLanguage(many) }, faults: [] }
    source.changed()
    count()
    await expect.poll(() => help.articles('en')).toHaveLength(1000)
    isOver = true
    // The texts of both languages are compared and then validated, fifty articles at a time.
    expect(ticks).toBeGreaterThan(60)
  })

  it('changes nothing when the texts are equal', async () => {
    const { help, source, shown } = await open()
    const before = help.article('buy', 'en')
    source.changed()
    source.found = { languages: {}, faults: ['the end'] }
    source.changed()
    await expect.poll(() => shown.at(-1)).toContain('the end')
    expect(help.article('buy', 'en')).toBe(before)
  })

  it('keeps the earlier version of a bad article, logs the fault, and shows the other articles', async () => {
    const { help, source, shown } = await open()
    const other = testArticle({ id: 'new', question: 'Brand new' }, 'bundles-buy')
    source.found = { languages: { en: testLanguage([other], testCategories) }, faults: ['en/help/buy.md line 2: no'] }
    source.changed()
    await expect.poll(() => help.article('new', 'en')).toBeDefined()
    expect(shown.find((line) => line.startsWith('en/help/buy.md line 2: no'))).toBeDefined()
    expect(help.faults).toEqual(['en/help/buy.md line 2: no'])
    expect(help.article('buy', 'en')).toBeDefined()
    expect(help.article('paid', 'en')).toBeUndefined()
  })
})
