import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { HelpCentre } from '../../help/help-centre.ts'
import { watchFolder } from '../watch-folder.ts'
import { createHelpFiles } from './help-files.ts'

const constants = { brand: 'Nyanja', careNumber: '300', pinResetDial: '*115#' }
const categories = `- id: sim
  title: SIM
  subCategories:
    - id: sim-lost
      title: Lost phone of {brand}
- id: contact-details
  title: Contact
  subCategories:
    - { id: contact-details-shops, title: Shops, goesTo: shops }
`
const lost = `---
question: I lost my phone
category: sim-lost
popular: true
words: [stolen, gone]
action: shops
---
Call **{careNumber}** or dial {pinResetDial}.
`
const good = { 'en/help/categories.yaml': categories, 'en/help/lost.md': lost }
const folders: string[] = []

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'help-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  return folder
}

async function read(files: Record<string, string>) {
  return createHelpFiles({ folder: await folderWith(files), constants }).read()
}

/** Lists the faults reported to an editor who saves this file among good ones. */
async function reported(files: Record<string, string>): Promise<string[]> {
  const source = createHelpFiles({ folder: await folderWith({ ...good, ...files }), constants })
  const help = new HelpCentre(source, { languages: ['en', 'sw'], ignoredWords: () => '' })
  return help.load().then(
    () => [...help.faults],
    (error: Error) => {
      const [heading, ...faults] = error.message.split('\n')
      expect(heading).toBe('Bad help articles')
      return faults
    },
  )
}

const page = (fields: string, body = 'An answer.') => `---\nquestion: Why is it so?\n${fields}---\n${body}\n`

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

describe('help files', () => {
  it('contain articles and categories with the market’s texts', async () => {
    const { languages, faults } = await read(good)
    expect(faults).toEqual([])
    expect(languages.en?.categories[0]).toMatchObject({ id: 'sim', subCategories: [{ title: 'Lost phone of Nyanja' }] })
    expect(languages.en?.articles).toMatchObject([
      {
        id: 'lost',
        question: 'I lost my phone',
        words: 'stolen gone',
        html: '<p>Call <strong>300</strong> or dial *115#.</p>',
        structure: { category: 'sim-lost', isPopular: true, action: 'shops', related: [] },
      },
    ])
  })

  it('contain only texts in other languages', async () => {
    const swahili = '---\nquestion: Simu imepotea\nwords: imeibiwa\n---\nPiga {careNumber}.\n'
    const { languages, faults } = await read({
      ...good,
      'sw/help/categories.yaml': '- { id: sim, title: Laini }\n',
      'sw/help/lost.md': swahili,
    })
    expect(faults).toEqual([])
    expect(languages.sw?.articles[0]).not.toHaveProperty('structure')
    expect(languages.sw?.articles[0]).toMatchObject({ question: 'Simu imepotea', html: '<p>Piga 300.</p>' })
  })

  it('are sanitised, and keep lists, tables and links', async () => {
    const body = `1. [Call](tel:{careNumber})\n2. [Shops](/storeLocator)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<img src=x onerror=alert(1)><script>1</script>[x](javascript:alert(1))`
    const { languages } = await read({ ...good, 'en/help/lost.md': page('category: sim-lost\n', body) })
    const html = languages.en?.articles[0]?.html ?? ''
    expect(html).toContain('<li><a href="tel:300">Call</a></li>')
    expect(html).toContain('<a href="/storeLocator">Shops</a>')
    expect(html).toContain('<td>1</td>')
    expect(html).not.toMatch(/script|img|onerror/)
  })

  it('are reported as missing without an English folder, which defines the articles', async () => {
    const faults = ['en/help: missing']
    expect(await read({ 'en/other.json': '{}' })).toEqual({ languages: {}, faults })
    expect(await read({ 'fr/other.json': '{}' })).toEqual({ languages: {}, faults })
  })

  it('are reported as unreadable rather than empty', async () => {
    await expect(read({ 'en/help': 'no folder' })).rejects.toThrow('ENOTDIR')
    await expect(read({ ...good, 'sw/help': 'no folder' })).rejects.toThrow('ENOTDIR')
  })

  it("are read in the market's languages and in English", async () => {
    const folder = await folderWith({ ...good, 'sw/help/x.md': 'broken', 'fr/help/x.md': 'broken' })
    const { languages, faults } = await createHelpFiles({ folder, constants, languages: ['fr'] }).read()
    expect(Object.keys(languages)).toEqual(['en'])
    expect(faults).toEqual(['fr/help/categories.yaml: missing'])
  })

  it('report an edit', async () => {
    const folder = await folderWith(good)
    let edited = () => {}
    const heard = new Promise<void>((resolve) => {
      edited = resolve
    })
    const stop = createHelpFiles({ folder, constants, watch: true }).watch?.(edited)
    await writeFile(path.join(folder, 'en/help/lost.md'), lost.replace('phone', 'SIM'))
    await heard
    stop?.()
  })

  it('are not read again when other files in the same folders change', async () => {
    const folder = await folderWith({ ...good, 'en/other.json': '{}' })
    const source = createHelpFiles({ folder, constants, watch: true })
    await source.read()
    let edits = 0
    const stop = source.watch?.(() => {
      edits += 1
    })
    let anything = 0
    const stopOther = watchFolder(folder, () => {
      anything += 1
    })
    await writeFile(path.join(folder, 'en/other.json'), '{"a":"b"}')
    await expect.poll(() => anything).toBe(1)
    await writeFile(path.join(folder, 'en/help/lost.md'), lost.replace('phone', 'SIM'))
    await expect.poll(() => edits).toBe(1)
    stop?.()
    stopOther()
  })
})

describe('a faulty help file', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'no fields',
      { 'en/help/a.md': 'An answer.' },
      'en/help/a.md line 1: must begin with fields between two lines of ---',
    ],
    ['no answer', { 'en/help/a.md': page('category: sim-lost\n', ' ') }, 'en/help/a.md line 5: there is no answer'],
    ['broken fields', { 'en/help/a.md': page('category: [sim\n') }, 'en/help/a.md line 3: Flow sequence'],
    [
      'an unknown field',
      { 'en/help/a.md': page('category: sim-lost\nauthor: me\n') },
      'en/help/a.md line 4: Unrecognized key: "author"',
    ],
    [
      'an unknown screen',
      { 'en/help/a.md': page('category: sim-lost\naction: moon\n') },
      'en/help/a.md line 4: action: Invalid option',
    ],
    [
      'an unknown word',
      { 'en/help/a.md': page('category: sim-lost\n', 'Yes.\n\nCall {boss}.') },
      'en/help/a.md line 7: {boss} is not defined by the market',
    ],
    [
      'an unknown category',
      { 'en/help/a.md': page('category: sim-found\n') },
      'en/help/a.md line 3: sim-found is no sub-category that holds articles',
    ],
    [
      'a category that leads elsewhere',
      { 'en/help/a.md': page('category: contact-details-shops\n') },
      'en/help/a.md line 3: contact-details-shops is no sub-category that holds articles',
    ],
    [
      'an unknown neighbour',
      { 'en/help/a.md': page('category: sim-lost\nrelated: [lots]\n') },
      'en/help/a.md line 4: lots is no other article',
    ],
    [
      'a broken link',
      { 'en/help/a.md': page('category: sim-lost\n', '[x](/gethelp/a/lots)') },
      'en/help/a.md: links to the article lots, which does not exist',
    ],
    [
      'a name with capitals',
      { 'en/help/A.md': page('category: sim-lost\n') },
      'en/help/A.md: a file name has small letters',
    ],
    [
      'a translation of nothing',
      { 'sw/help/categories.yaml': '[]', 'sw/help/b.md': page('') },
      'sw/help/b.md: there is no English article of this name',
    ],
    [
      'structure in a translation',
      { 'sw/help/categories.yaml': '[]', 'sw/help/lost.md': page('popular: true\n') },
      'sw/help/lost.md line 3: Unrecognized key: "popular"',
    ],
    ['no categories', { 'sw/help/lost.md': page('') }, 'sw/help/categories.yaml: missing'],
    [
      'a stray sub-category',
      { 'en/help/categories.yaml': categories.replace('id: contact-details-shops', 'id: shops') },
      'en/help/categories.yaml: shops must begin with contact-details-',
    ],
    [
      'two of one name',
      { 'en/help/categories.yaml': `${categories}- { id: sim, title: Again }\n` },
      'en/help/categories.yaml: sim is there twice',
    ],
    [
      'an address that is taken',
      { 'en/help/categories.yaml': `${categories}- { id: search, title: Search }\n` },
      'en/help/categories.yaml: search is an address of another page',
    ],
  ])('is reported with its place: %s', async (_, files, fault) => {
    const faults = await reported(files)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  it('may be an eleventh popular question', async () => {
    const more = Array.from({ length: 10 }, (_, at) => [
      `en/help/p${at}.md`,
      page('category: sim-lost\npopular: true\n'),
    ])
    expect(await reported(Object.fromEntries(more))).toEqual([
      'en/help/p9.md line 4: there are 11 popular ones, and room for 10',
    ])
  })
})
