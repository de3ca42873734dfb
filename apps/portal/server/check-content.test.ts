import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { faultsInContent } from './check-content.ts'

const home = path.join(import.meta.dirname, '..')
const page = readFileSync(path.join(home, '../../docs/edit-content.md'), 'utf8')
const markets = path.join(home, 'markets')

/** What the check says after somebody has edited our content. */
async function afterEditing(file: string, edit: (text: string) => string): Promise<string[]> {
  const content = mkdtempSync(path.join(tmpdir(), 'content-'))
  onTestFinished(() => rmSync(content, { recursive: true }))
  cpSync(path.join(home, 'content'), content, { recursive: true })
  const place = path.join(content, file)
  const before = readFileSync(place, 'utf8')
  const after = edit(before)
  expect(after).not.toBe(before)
  writeFileSync(place, after)
  return faultsInContent({ content, markets })
}

describe('the content that we ship', () => {
  it('is good in every market', async () => {
    expect(await faultsInContent({ content: path.join(home, 'content'), markets })).toEqual([])
  })
})

describe('the page about editing', () => {
  const rows = [...page.matchAll(/^\| `(.*?)` \|/gm)].map(([, row]) => row)
  const mistakes: readonly (readonly [string, string, (text: string) => string])[] = [
    ['not JSON', 'en/loader-translation', (text) => text.replace('"Hold on!",', '"Hold on!"')],
    ['unknown key', 'sw/loader-translation', (text) => text.replace('"wait"', '"wiat"')],
    ['must hold {brand}', 'sw/website-footer-config', (text) => text.replace('{brand}', '{brnad}')],
    ['must be as in English', 'sw/get-form-schema', (text) => text.replace('"maxLength": 60', '"maxLength": 70')],
    [
      'is no sub-category',
      'en/help/buy-a-bundle.md',
      (text) => text.replace('category: bundles-buy', 'category: bundles-by'),
    ],
    ['links to the article', 'en/help/buy-a-bundle.md', (text) => `${text}\n[More](/gethelp/a/bye-a-bundle)\n`],
    ['another language stands in', 'sw/loader-translation', (text) => text.replace(/"wait".*\n/, '')],
  ]

  it.each(mistakes)('says what is said about a mistake: %s', async (words, name, edit) => {
    const file = name.includes('.') ? name : `${name}.json`
    const [said = ''] = (await afterEditing(file, edit)).filter((fault) => fault.includes(words))
    expect(said).not.toBe('')
    expect(rows).toContain(said)
  })

  it('shows texts that stand where it says', () => {
    const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, example = '']) => example)
    const [text = '', banner = ''] = examples
    expect(readFileSync(path.join(home, 'content/en/website-homepage-config.json'), 'utf8')).toContain(text.trim())
    const keysOf = (json: string) => Object.keys(JSON.parse(json))
    expect(keysOf(banner)).toEqual(keysOf(readFileSync(path.join(home, 'content/en/incident-banner.json'), 'utf8')))
  })

  it('shows an article that the portal takes', async () => {
    const [, name = '', article = ''] =
      /`content\/(en\/help\/[\w-]+\.md)`[\s\S]*?```markdown\n([\s\S]*?)```/.exec(page) ?? []
    const faults = await afterEditing('en/help/buy-a-bundle.md', () => article.replaceAll(/^ {3}/gm, ''))
    expect(name).not.toBe('')
    expect(faults.filter((fault) => fault.includes('buy-a-bundle.md'))).toEqual([])
  })

  it('shows a banner that the portal takes', async () => {
    const [, , banner = ''] = /```json\n([\s\S]*?)```[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? []
    expect(await afterEditing('en/incident-banner.json', () => banner)).toEqual([])
  })
})
