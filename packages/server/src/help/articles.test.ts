import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listPlaceholders } from '@nyanja/domain/texts/fill'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createHelpFiles } from '../adapters/help-files/help-files.ts'
import { contentConstants, readMarket } from '../settings/market.ts'
import { HelpCentre } from './help-centre.ts'
import { listHelpFaults, mostPopular } from './help-faults.ts'

const portal = path.join(import.meta.dirname, '../../../../apps/portal')
const content = path.join(portal, 'content')

const Head = z.object({ question: z.string(), words: z.array(z.string()).min(4), category: z.string().optional() })

function pagesOf(language: string) {
  return globSync('*.md', { cwd: path.join(content, language, 'help') }).map((file) => {
    const [, head = '', body = ''] = readFileSync(path.join(content, language, 'help', file), 'utf8').split('---\n')
    return { id: path.basename(file, '.md'), head: Head.parse(parse(head)), body }
  })
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Lists what a visitor can read on a screen in that language. */
const screenTexts = (language: string) =>
  globSync('*.json', { cwd: path.join(content, language) }).flatMap((file) => {
    const strings: string[] = []
    JSON.parse(readFileSync(path.join(content, language, file), 'utf8'), (_key, value: unknown) => {
      if (typeof value === 'string') strings.push(inOneLine(value))
      return value
    })
    return strings
  })

const english = pagesOf('en')

describe.each(globSync('markets/*.json', { cwd: portal }))('the help centre of %s', (file) => {
  const constants = contentConstants(readMarket(path.join(portal, file)))

  it('has no faults in any language', async () => {
    const found = await createHelpFiles({ folder: content, constants }).read()
    expect(listHelpFaults(found)).toEqual([])
    const complete = ['en', 'sw', 'fr'].map((language) => found.languages[language]?.articles.length)
    expect(complete).toEqual(complete.map(() => english.length))
  })

  it('answers the most frequent questions, with an article under each heading', async () => {
    const { languages } = await createHelpFiles({ folder: content, constants }).read()
    const { articles = [], categories = [] } = languages.en ?? {}
    const used = new Set(articles.map(({ structure }) => structure?.category))
    const headings = categories.flatMap(({ subCategories }) => subCategories)
    expect(headings.filter(({ id, goesTo }) => goesTo === undefined && !used.has(id))).toEqual([])
    expect(articles.length).toBeGreaterThanOrEqual(64)
    expect(articles.filter(({ structure }) => structure?.isPopular)).toHaveLength(mostPopular)
  })
})

describe.each([
  ['en', 220],
  ['sw', 220],
  // French needs more words for the same meaning.
  ['fr', 250],
  ['ny', 250],
])('an answer in %s', (language, most) => {
  const pages = pagesOf(language)

  it('is short enough to read and long enough to help', () => {
    const lengths = pages.map(({ id, body }) => ({ id, words: body.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0 }))
    expect(lengths.filter(({ words }) => words < 80 || words > most)).toEqual([])
  })

  it('begins with the answer and continues in short points', () => {
    const without = pages.filter(({ body }) => !/^[\p{L}{]/u.test(body.trimStart()) || !/^(1\.|-) /m.test(body))
    expect(without.map(({ id }) => id)).toEqual([])
  })

  it('prints labels of the screen in bold, word for word', () => {
    const seen = screenTexts(language)
    const strange = pages.flatMap(({ id, body }) =>
      Array.from(body.matchAll(/\*\*(.+?)\*\*/gs), ([, words = '']) => inOneLine(words))
        .filter((words) => !seen.some((text) => text.includes(words)))
        .map((words) => `${id}: ${words}`),
    )
    expect(strange).toEqual([])
  })

  it('contains market-specific facts only as placeholders', () => {
    const strange = pages.flatMap(({ id, head, body }) => {
      const names = `${JSON.stringify(head)}${body}`.match(/nyanja|malawi|congo|kwacha|\b(?:MWK|CDF|USD)\b|\*\d+[*#]/gi)
      // Phone numbers are the market's; example accounts begin with its letter.
      const numbers = body.match(/(?<![P\d])\d[\d ]{4,}\d/g)
      return [...(names ?? []), ...(numbers ?? [])].map((one) => `${id}: ${one}`)
    })
    expect(strange).toEqual([])
  })

  it('has the same content as the English one', () => {
    const shapeOf = ({ id, body }: (typeof pages)[number]) => ({
      id,
      headings: body.match(/^## /gm)?.length,
      points: body.match(/^(\d+\.|-) /gm)?.length,
      numbers: body.match(/(?<!^)\b\d+\b/gm)?.sort(),
      constants: [...new Set(listPlaceholders(body))].sort(),
    })
    const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id)
    const translated = english.filter(({ id }) => pages.some((page) => page.id === id))
    expect(translated.length).toBeGreaterThanOrEqual(20)
    expect(pages.map(shapeOf).sort(byId)).toEqual(translated.map(shapeOf).sort(byId))
  })
})

/** Questions as visitors type them, with errors. */
const requested = {
  en: [
    ['bundle did not come', 'bundle-not-there'],
    ['bandle not recieved', 'bundle-not-there'],
    ['money deducted no airtime', 'paid-but-no-airtime'],
    ['rong number', 'wrong-number'],
    ['i lost my phone', 'lost-or-stolen-phone'],
    ['forgotten my mobile money pin', 'reset-wallet-pin'],
    ['data finishes too fast', 'data-gone-fast'],
    ['otp not coming', 'code-not-arriving'],
    ['how much do i owe', 'see-what-is-owed'],
    ['someone asked for my pin', 'fraud-calls'],
    ['wifi password', 'wifi-password'],
    ['what id do i need', 'register-a-sim'],
  ],
  sw: [
    ['kifurushi hakijafika', 'bundle-not-there'],
    ['bando', 'buy-a-bundle'],
    ['nimelipa salio halijafika', 'paid-but-no-airtime'],
    ['nimekosea namba', 'wrong-number'],
    ['simu imeibiwa', 'lost-or-stolen-phone'],
    ['nimesahau pin', 'reset-wallet-pin'],
    ['data inaisha haraka', 'data-gone-fast'],
    ['nadaiwa kiasi gani', 'see-what-is-owed'],
    ['tapeli', 'fraud-calls'],
    ['ruta haina intaneti', 'router-no-internet'],
  ],
  fr: [
    ['forfait pas recu', 'bundle-not-there'],
    ['credit pas arrive', 'paid-but-no-airtime'],
    ['mauvais numero', 'wrong-number'],
    ['telephone vole', 'lost-or-stolen-phone'],
    ['pin oublié', 'reset-wallet-pin'],
    ['combien je dois', 'see-what-is-owed'],
    ['arnaque', 'fraud-calls'],
    ['mot de passe wifi', 'wifi-password'],
  ],
  ny: [
    ['bando silinabwere', 'bundle-not-there'],
    ['airtime siinafike', 'paid-but-no-airtime'],
    ['nambala yolakwika', 'wrong-number'],
    ['foni yabedwa', 'lost-or-stolen-phone'],
    ['ndaiwala pin', 'reset-wallet-pin'],
    ['data ikutha msanga', 'data-gone-fast'],
    ['kubweza ndalama', 'money-back'],
    ['khodi sinabwere', 'code-not-arriving'],
  ],
} as const

const marketFiles = { en: 'mw.json', sw: 'mw.json', fr: 'cd.json', ny: 'mw.json' } as const

describe.each(['en', 'sw', 'fr', 'ny'] as const)('a question in %s', (language) => {
  it('finds its answer among the first three', async () => {
    const market = readMarket(path.join(portal, 'markets', marketFiles[language]))
    const languages = market.languages.map(({ code }) => code)
    const source = createHelpFiles({ folder: content, constants: contentConstants(market) })
    const help = new HelpCentre(source, { languages, ignoredWords })
    await help.load()
    const lost = requested[language].filter(
      ([question, id]) =>
        !help
          .search(question, language)
          .slice(0, 3)
          .some((found) => found.id === id),
    )
    expect(lost).toEqual([])
  })
})

function ignoredWords(language: string): string {
  const texts = JSON.parse(readFileSync(path.join(content, language, 'getHelp-translation.json'), 'utf8'))
  return z.object({ ignoredWords: z.string() }).parse(texts).ignoredWords
}
