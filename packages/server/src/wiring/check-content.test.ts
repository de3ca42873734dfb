import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyTexts, placesWithFewSites } from '../testing/test-files.ts'
import { checkMarket, faultsInContent } from './check-content.ts'

const home = path.join(import.meta.dirname, '../../../../apps/portal')
const page = readFileSync(path.join(home, '../../docs/edit-content.md'), 'utf8')
const markets = path.join(home, 'markets')

type Edit = (text: string) => string

/** The output of the check after an editor's change to the shipped files. */
const afterEditing = (file: string, edit: Edit) => afterEdits(new Map([[file, edit]]))

async function afterEdits(edits: ReadonlyMap<string, Edit>): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [content, places] = [path.join(folder, 'content'), path.join(folder, 'places')]
  copyTexts(path.join(home, 'content'), content)
  cpSync(placesWithFewSites(), places, { recursive: true })
  for (const [file, edit] of edits) {
    const place = path.join(folder, file)
    const before = readFileSync(place, 'utf8')
    const after = edit(before)
    expect(after).not.toBe(before)
    writeFileSync(place, after)
  }
  return faultsInContent({ content, places, markets })
}

describe('the shipped content', () => {
  it('has no faults in any market', async () => {
    const [content, places] = [path.join(home, 'content'), path.join(home, 'places')]
    expect(await faultsInContent({ content, places, markets })).toEqual([])
  })
})

describe('the document about editing', () => {
  const rows = [...page.matchAll(/^\| `(.*?)` \|/gm)].map(([, row]) => row)
  const mistakes: readonly (readonly [string, string, Edit])[] = [
    ['not JSON', 'en/loader-translation', (text) => text.replace('"Hold on!",', '"Hold on!"')],
    ['unknown key', 'sw/loader-translation', (text) => text.replace('"wait"', '"wiat"')],
    ['has no value', 'sw/website-footer-config', (text) => text.replace('{brand}', '{brnad}')],
    ['must hold', 'sw/recharge-translation', (text) => text.replace('{example}', '')],
    ['must be as in English', 'sw/get-form-schema', (text) => text.replace('"maxLength": 60', '"maxLength": 70')],
    [
      'is no sub-category',
      'en/help/buy-a-bundle.md',
      (text) => text.replace('category: bundles-buy', 'category: bundles-by'),
    ],
    ['links to the article', 'en/help/buy-a-bundle.md', (text) => `${text}\n[More](/gethelp/a/bye-a-bundle)\n`],
    ['another language is used', 'sw/loader-translation', (text) => text.replace(/"wait".*\n/, '')],
    ['active must be', 'en/incident-banner', (text) => text.replace('"active": ""', '"active": "no"')],
    ['holds a colon', 'en/help/buy-a-bundle.md', (text) => text.replace('question: ', 'question: Bundles: ')],
    ['is missing', 'en/help/buy-a-bundle.md', (text) => text.replace(/category: .*\n/, '')],
  ]

  /** Edits are checked together as far as they concern different texts: one check of everything takes a second. */
  const groups: Map<string, Edit>[] = []
  const groupOf = new Map(
    mistakes.map(([words, name, edit]) => {
      const file = `content/${name.includes('.') ? name : `${name}.json`}`
      const isTaken = (group: ReadonlyMap<string, Edit>) =>
        [...group.keys()].some((taken) => path.basename(taken) === path.basename(file))
      const free = groups.find((group) => !isTaken(group)) ?? new Map()
      if (free.size === 0) groups.push(free)
      return [words, free.set(file, edit)]
    }),
  )
  const checked = new Map<ReadonlyMap<string, Edit>, Promise<string[]>>()

  it.each(mistakes)('quotes the actual message about a mistake: %s', async (words) => {
    const group = groupOf.get(words) ?? new Map()
    const faults = checked.get(group) ?? afterEdits(group)
    checked.set(group, faults)
    const [shown = ''] = (await faults).filter((fault) => fault.includes(words))
    expect(shown).not.toBe('')
    expect(rows).toContain(shown)
  })

  it.each([
    ['en/loader-translation.json', (text: string) => text.replace('"Hold on!",', '"Hold on!"')],
    ['en/help/buy-a-bundle.md', (text: string) => text.replace('words:', 'wrds:')],
  ])('reports one mistake in %s once, and no other file', async (file, edit) => {
    expect(await afterEditing(`content/${file}`, edit)).toHaveLength(1)
  })

  it('quotes texts that exist at the given places', () => {
    const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, example = '']) => example)
    const [text = '', banner = ''] = examples
    expect(readFileSync(path.join(home, 'content/en/website-homepage-config.json'), 'utf8')).toContain(text.trim())
    const keysOf = (json: string) => Object.keys(JSON.parse(json))
    expect(keysOf(banner)).toEqual(keysOf(readFileSync(path.join(home, 'content/en/incident-banner.json'), 'utf8')))
  })

  it('shows an article that the portal accepts', async () => {
    const [, name = '', article = ''] =
      /`content\/(en\/help\/[\w-]+\.md)`[\s\S]*?```markdown\n([\s\S]*?)```/.exec(page) ?? []
    const faults = await afterEditing('content/en/help/buy-a-bundle.md', () => article.replaceAll(/^ {3}/gm, ''))
    expect(name).not.toBe('')
    expect(faults.filter((fault) => fault.includes('buy-a-bundle.md'))).toEqual([])
  })

  it('shows a banner that the portal accepts', async () => {
    const [, , banner = ''] = /```json\n([\s\S]*?)```[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? []
    expect(await afterEditing('content/en/incident-banner.json', () => banner)).toEqual([])
  })
})

describe('the check of the content', () => {
  it('validates places of shops and sites', async () => {
    const shops = await afterEditing('places/mw/shops.csv', (text) => text.replace(/,own,/, ',mine,'))
    expect(shops).toEqual([expect.stringMatching(/^mw\/shops\.csv, line \d+: kind “mine” is none of own, dealer$/)])
    const translated = await afterEditing('places/mw/shops.csv', (text) => text.replace(/name_sw/, 'name_fr'))
    expect(translated).toEqual([
      'mw/shops.csv: column name_fr is for no other language of this market: there can be name_sw and address_sw and name_ny and address_ny',
    ])
    const sites = await afterEditing('places/mw/sites.csv', (text) => text.replace(/4G/, '4.5G'))
    expect(sites).toEqual([expect.stringMatching(/^mw\/sites\.csv, line \d+: /)])
  })
})

describe('a market', () => {
  const folders = { content: path.join(home, 'content'), places: path.join(home, 'places') }
  const malawi = JSON.parse(readFileSync(path.join(markets, 'mw.json'), 'utf8'))
  /** Checks a market that differs from the one in Malawi in this, without taxes, whose names are by language. */
  function checkWith(difference: object) {
    const folder = mkdtempSync(path.join(tmpdir(), 'market-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'market.json')
    writeFileSync(file, JSON.stringify({ ...malawi, taxes: undefined, ...difference }))
    return checkMarket({ file, ...folders })
  }

  it.each([
    [
      'mw',
      ['ny/help lacks 70 texts; another language is used', 'ny: the texts in Chichewa are not reviewed by a speaker'],
    ],
    ['cd', []],
  ])('of ours (%s) has no fault and lacks no translation', async (code, notes) => {
    expect(await checkMarket({ file: path.join(markets, `${code}.json`), ...folders })).toEqual({ faults: [], notes })
  })

  it('is told in which of its languages Node has no names of months', async () => {
    const [english, , { dateNames }] = malawi.languages
    const portuguese = { code: 'pt-MZ', name: 'Português', prefix: 'pt-mz' }
    const note = 'pt-MZ: dates have no names of months (quinta, 15/01): set dateNames or dateLocale'
    expect((await checkWith({ languages: [english, portuguese] })).notes).toContain(note)
    for (const own of [{ dateNames }, { dateLocale: 'pt-BR' }])
      expect((await checkWith({ languages: [english, { ...portuguese, ...own }] })).notes).not.toContain(note)
  })

  it('is told which letters its receipts cannot show', async () => {
    const own = mkdtempSync(path.join(tmpdir(), 'texts-'))
    onTestFinished(() => rmSync(own, { recursive: true }))
    cpSync(folders.content, own, { recursive: true })
    const file = path.join(own, 'sw', 'receipt-translation.json')
    const texts = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...texts, title: 'ɛ ደረሰኝ {reference}' }))
    const { notes } = await checkMarket({ file: path.join(markets, 'cd.json'), ...folders, content: own })
    expect(notes).toEqual(['sw: no font of receipts has ደ ረ ሰ ኝ'])
  })

  it('may have one language, or three', async () => {
    const [english, swahili] = malawi.languages
    expect((await checkWith({ languages: [english] })).faults).toEqual([
      'mw/shops.csv: column address_sw is for no other language of this market',
      'mw/shops.csv: column name_sw is for no other language of this market',
    ])
    const french = { code: 'fr', name: 'Français', prefix: 'fr' }
    expect((await checkWith({ languages: [english, swahili, french] })).faults).toEqual([])
  })

  it('is refused where two languages have one prefix, or a prefix could be a page', async () => {
    const [english, swahili] = malawi.languages
    const other = (prefix: string) => ({ code: 'fr', name: 'Français', prefix })
    await expect(checkWith({ languages: [english, swahili, other('sw')] })).rejects.toThrow('the same prefix')
    await expect(checkWith({ languages: [english, other('orp')] })).rejects.toThrow('is the name of a page')
  })

  it('names a folder of texts or places that is not there', async () => {
    const languages = [malawi.languages[0], { code: 'zz', name: 'Zizi', prefix: 'zz', dateLocale: 'en-GB' }]
    const { faults, notes } = await checkWith({ code: 'zz', languages })
    expect(faults).toEqual([expect.stringMatching(/^no places in .*places.zz$/), 'zz: there are no texts'])
    expect(notes[0]).toContain('another language is used')
  })

  it('names colours that cannot be told apart', async () => {
    const grey = Object.fromEntries(
      [
        'main',
        'onMain',
        'tint',
        'glow',
        'band',
        'bandRaised',
        'onBand',
        'accent',
        'accentPressed',
        'onAccent',
        'accentEdge',
      ].map((name) => [name, '#888888']),
    )
    const { faults } = await checkWith({ look: { light: grey, dark: grey } })
    expect(faults).toContain('look.light: onAccent on accent has a contrast of 1.00, at least 4.5 is needed')
  })
})
