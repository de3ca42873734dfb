import path from 'node:path'
import { giftMessageLength } from '@nyanja/domain/payments/gift-message'
import { expect, it } from 'vitest'
import { createContentFiles } from '../adapters/content-files/content-files.ts'
import { textParts } from '../adapters/smpp/text-parts.ts'
import { Content } from '../content/content.ts'
import { contentConstants, readMarket } from '../settings/market.ts'
import { createGiftText } from './gift-text.ts'

const folder = path.join(import.meta.dirname, '../../../../apps/portal/content')
const markets = path.join(folder, '../markets')
const log = { warn: () => {}, error: () => {} }

async function open(file = 'mw.json', ownTexts?: string) {
  const market = readMarket(path.join(markets, file))
  const languages = market.languages.map(({ code }) => code)
  const files = createContentFiles({ folder, ...(ownTexts && { own: path.join(markets, ownTexts) }) })
  const content = new Content(files, { languages, constants: contentConstants(market), log })
  await content.load()
  const textsIn = (language: string) => content.page('sms-translation', language)
  return { languages, textOf: createGiftText({ textsIn, mainLanguage: market.languages[0].code }) }
}

const airtime = { amount: 'MWK\u00a0500', message: 'Happy birthday, mum!' }

it("a gift's SMS tells what came, and ends with the giver's words", async () => {
  const { textOf } = await open()
  expect(textOf({ language: 'en', params: airtime })).toBe(
    'Nyanja: somebody gave you MWK\u00a0500 of airtime. They write: Happy birthday, mum!',
  )
  expect(textOf({ language: 'en', params: { bundle: 'Weekly 2.6GB', message: 'Zikomo' } })).toBe(
    'Nyanja: somebody gave you Weekly 2.6GB. They write: Zikomo',
  )
})

it("a gift's SMS is in the giver's language, and in the market's first one too where both fit", async () => {
  const { textOf } = await open()
  const words = { amount: 'MWK\u00a0500', message: 'Zikomo amayi' }
  expect(textOf({ language: 'ny', params: words })).toBe(
    'Nyanja: wina wakupatsani MWK\u00a0500 ya airtime. Nyanja: somebody gave you MWK\u00a0500 of airtime. Mawu ake / They write: Zikomo amayi',
  )
  expect(textOf({ language: 'ny', params: { ...words, message: 'a'.repeat(giftMessageLength) } })).toMatch(
    /^Nyanja: wina wakupatsani MWK.500 ya airtime\. Mawu ake: a+$/,
  )
})

it("a gift's SMS leaves out a name of a bundle for which there is no room", async () => {
  const { textOf } = await open()
  const params = { bundle: 'Everything '.repeat(20), message: 'Zikomo' }
  expect(textOf({ language: 'en', params })).toBe('Nyanja: somebody gave you a bundle. They write: Zikomo')
})

it("no placeholder is filled in the giver's words", async () => {
  const { textOf } = await open()
  expect(textOf({ language: 'en', params: { ...airtime, message: '{amount} {brand}' } })).toMatch(/{amount} {brand}$/)
})

const products: readonly Readonly<Record<string, string>>[] = [
  { amount: 'MWK\u00a01,000,000' },
  { bundle: 'Combo 12GB + 600 min + 1,000 SMS, 30 days' },
  { bundle: 'x'.repeat(200) },
]
const longest = products.flatMap((product) =>
  ['a', '\u00e9'].map((sign) => ({ ...product, message: sign.repeat(giftMessageLength) })),
)

it.each([
  ['mw.json', undefined],
  ['cd.json', undefined],
  ['zm/market.json', 'zm/content'],
])('the longest message with the longest product is one SMS in each language of %s', async (file, ownTexts) => {
  const { languages, textOf } = await open(file, ownTexts)
  const texts = languages.flatMap((language) => longest.map((params) => textOf({ language, params })))
  for (const text of texts) {
    expect(text).toMatch(/^Nyanja ?: [^{}]+: (a{70}|\u00e9{70})$/)
    expect(textParts(text, 'gsm7')).toMatchObject({ dataCoding: 0, parts: { length: 1 } })
    expect(textParts(text, 'ascii')).toMatchObject({ dataCoding: 1, parts: { length: 1 } })
  }
  // A name of the usual length has room in each language.
  expect(texts.filter((text) => text.includes('Combo 12GB + 600 min + 1,000 SMS, 30 days'))).toHaveLength(
    2 * languages.length,
  )
})
