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
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { buildIfStale, hashFiles } from './build.mjs'
import { compressAssets, setAsideAssets, squeezeScripts } from './built-assets.mjs'

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

it('a build serves a script that kept its name as the one before did, with its compressed twins', async () => {
  const folder = sources()
  const client = path.join(folder, 'client')
  const script = path.join(client, 'assets', 'page-1.js')
  const served: string[] = []
  for (let release = 0; release < 2; release++) {
    const bringBackAssets = setAsideAssets(folder)
    mkdirSync(path.dirname(script), { recursive: true })
    writeFileSync(script, 'export const add = (one, two) => { return one + two }\n')
    bringBackAssets()
    await squeezeScripts(client)
    await compressAssets(client)
    served.push(readFileSync(script, 'utf8'))
    expect(gunzipSync(readFileSync(`${script}.gz`)).toString()).toBe(readFileSync(script, 'utf8'))
  }
  expect(served[1]).toBe(served[0])
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
