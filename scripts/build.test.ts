import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildIfStale, hashFiles } from './build.mjs'

function sources(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'app'))
  writeFileSync(path.join(folder, 'app', 'page.tsx'), 'one')
  return folder
}

it('a build is stale when a source changed, was added, removed or renamed', () => {
  const folder = sources()
  const file = (name: string) => path.join(folder, 'app', name)
  const hashes = [hashFiles([folder])]
  writeFileSync(file('page.tsx'), 'two')
  hashes.push(hashFiles([folder]))
  writeFileSync(file('form.tsx'), 'two')
  hashes.push(hashFiles([folder]))
  renameSync(file('form.tsx'), file('list.tsx'))
  hashes.push(hashFiles([folder]))
  expect(new Set(hashes).size).toBe(4)
})

it('a build is fresh when files were only touched, and when tests changed', () => {
  const folder = sources()
  const before = hashFiles([folder, path.join(folder, 'missing')])
  utimesSync(path.join(folder, 'app', 'page.tsx'), 0, 0)
  writeFileSync(path.join(folder, 'app', 'page.test.tsx'), 'test')
  expect(hashFiles([folder])).toBe(before)
})

it('a build hands no currency to the browser: pages carry the format of theirs', async () => {
  await buildIfStale()
  const root = path.join(import.meta.dirname, '..')
  const build = path.join(root, 'apps', 'portal', 'build')
  const list = readFileSync(path.join(root, 'packages', 'domain', 'src', 'money', 'iso-4217.json'), 'utf8')
  const listed = readdirSync(path.join(build, 'browser-files')).map((file) =>
    readFileSync(path.join(build, 'browser-files', file), 'utf8'),
  )
  const files = new Set(listed.flatMap((text) => text.match(/\/assets\/[^"]+/g) ?? []))
  expect(files.size).toBeGreaterThan(10)
  const codes = new RegExp(`\\b(${Object.keys(JSON.parse(list)).join('|')})\\b`, 'g')
  const found = [...files].map((file) => [file, readFileSync(path.join(build, 'client', file), 'utf8').match(codes)])
  expect(found.filter(([, shipped]) => shipped !== null)).toEqual([])
})
