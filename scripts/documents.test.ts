import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'vitest'
import { alerts } from '../packages/domain/src/alerts.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const documents = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs')]

function markdownIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file))
}

/** The pages that the portal's own log lines point to. */
function pagesNamedIn(folder: string): string[] {
  const sources = readdirSync(path.join(root, folder)).filter((file) => /(?<![.]test)[.]ts$/.test(file))
  const named = sources.flatMap((file) => read(path.join(folder, file)).match(/[\w-]+[.]md/g) ?? [])
  return [...new Set(named)]
}

describe('the documents', () => {
  for (const document of documents) {
    it(`${document} links only to existing files`, () => {
      // Text between backticks is an example of a link, and leads nowhere from here.
      const text = read(document).replaceAll(/`[^`\n]+`/g, '')
      const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
      const missing = targets.filter((target) => !existsSync(path.join(root, path.dirname(document), target)))
      assert.deepEqual(missing, [])
    })

    it(`${document} names only commands that exist`, () => {
      const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
      const known = new Set([...Object.keys(scripts), 'ci', 'install'])
      const named = [...read(document).matchAll(/\bnpm (?:run )?([a-z:-]+)/g)].map(([, name = '']) => name)
      assert.deepEqual(
        named.filter((name) => !known.has(name)),
        [],
      )
    })

    it(`${document} names only files of the project that exist`, () => {
      const named = [...read(document).matchAll(/`((?:apps|packages|e2e|bench|scripts|docs)\/[\w./-]+)`/g)]
      const missing = named.map(([, file = '']) => file).filter((file) => !existsSync(path.join(root, file)))
      assert.deepEqual(missing, [])
    })
  }

  it('name only files that exist where they shorten the names of packages', () => {
    const text = read('docs/where-it-lives.md')
    const folders = new Map(
      [...text.matchAll(/`([a-z])` (?:is )?`([\w/-]+)`/g)].map(([, short = '', folder = '']) => [short, folder]),
    )
    // A name without a folder is beside the one before it.
    let folder = ''
    const named = [...text.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file = '']) => {
      const whole = file.replace(/^[a-z](?=\/)/, (short) => folders.get(short) ?? short)
      const found = whole.includes('/') ? whole : `${folder}/${whole}`
      folder = path.dirname(found)
      return found
    })
    assert.ok(named.length > 40)
    assert.deepEqual(
      named.filter((file) => !existsSync(path.join(root, file))),
      [],
    )
  })

  it('have a page for each alert and each log line that points to one, and list it', () => {
    const pages = readdirSync(path.join(root, 'docs/runbook')).filter((page) => page !== 'README.md')
    const figures = pages.filter((page) => read(`docs/runbook/${page}`).startsWith('# portal_'))
    const wanted = alerts.map((alert) => `${alert.replaceAll('_', '-')}.md`)
    const lines = [...pagesNamedIn('packages/database/src'), ...pagesNamedIn('packages/server/src/db')]
    assert.deepEqual(pages.sort(), [...wanted, ...figures, ...lines].sort())
    for (const alert of alerts)
      assert.match(read(`docs/runbook/${alert.replaceAll('_', '-')}.md`), new RegExp(`^# ${alert}\n`))
    for (const page of pages) assert.ok(read('docs/runbook/README.md').includes(`](${page})`), page)
  })

  it('name only published metrics in the runbook', () => {
    const published = read('packages/server/src/metrics/metrics.ts')
    const named = markdownIn('docs/runbook').flatMap((page) => read(page).match(/portal_[a-z_]+/g) ?? [])
    assert.deepEqual(
      named.filter((name) => !published.includes(`'${name}'`)),
      [],
    )
  })

  it('keep the README on one page', () => {
    assert.ok(read('README.md').split('\n').length <= 60)
  })
})
