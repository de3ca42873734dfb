import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { publishAssets } from './publish-assets.mjs'

function newFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

it('publishes the files of a release beside those of the previous one', () => {
  const shared = newFolder()
  publishAssets(newFolder({ 'assets/pay-1.js': 'one', 'files/page.js': 'one' }), shared)
  publishAssets(newFolder({ 'assets/pay-2.js': 'two', 'files/page.js': 'two', 'modules.json': '{}' }), shared)
  expect(readdirSync(shared).sort()).toEqual(['assets', 'files'])
  expect(readdirSync(path.join(shared, 'assets')).sort()).toEqual(['pay-1.js', 'pay-2.js'])
  expect(readFileSync(path.join(shared, 'files', 'page.js'), 'utf8')).toBe('two')
})

it('renews the date of files that are published again, so that unused files are old', () => {
  const shared = newFolder()
  const build = newFolder({ 'assets/pay-1.js': 'one' })
  publishAssets(build, shared)
  const file = path.join(shared, 'assets', 'pay-1.js')
  utimesSync(file, 0, 0)
  publishAssets(build, shared)
  expect(statSync(file).mtimeMs).toBeGreaterThan(0)
})
