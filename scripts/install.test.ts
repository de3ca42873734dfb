import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isInstalled, satisfies } from './install.mjs'

const ownPackage = `node_modules/thing-${process.platform}-${process.arch}`
const zod = { version: '4.6.7' }

function folderWith(wanted: object, installed?: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (installed !== undefined) {
    writeFileSync(path.join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  }
  return folder
}

describe('the dependencies', () => {
  it('are installed when each has the version in the lock file', () => {
    expect(isInstalled(folderWith({ '': {}, 'node_modules/zod': zod }, { 'node_modules/zod': zod }))).toBe(true)
  })

  it('are missing before the first install', () => {
    expect(isInstalled(folderWith({ 'node_modules/zod': zod }))).toBe(false)
  })

  it('are missing when the lock file has changed', () => {
    const older = { 'node_modules/zod': { version: '4.0.0' } }
    expect(isInstalled(folderWith({ 'node_modules/zod': zod }, older))).toBe(false)
  })

  it('may lack an optional package of another platform, but none of this one', () => {
    const other = { 'node_modules/thing-darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'] } }
    const own = { [ownPackage]: { version: '1.0.0', optional: true, os: process.platform, cpu: [process.arch] } }
    expect(isInstalled(folderWith(other, {}))).toBe(true)
    expect(isInstalled(folderWith(own, {}))).toBe(false)
    expect(isInstalled(folderWith(own, own))).toBe(true)
  })
})

it('the dependencies of the product are installed without the tools of tests', () => {
  const tool = { version: '1.0.0', dev: true }
  const folder = folderWith({ 'node_modules/zod': zod, 'node_modules/vitest': tool }, { 'node_modules/zod': zod })
  expect(isInstalled(folder, { tools: false })).toBe(true)
  expect(isInstalled(folder, { tools: true })).toBe(false)
})

it.each([
  ['20.19.0', '^20.19.0 || >=22.12.0', true],
  ['20.18.3', '^20.19.0 || >=22.12.0', false],
  ['21.7.0', '^20.19.0 || >=22.12.0', false],
  ['24.1.0', '^20.19.0 || >=22.12.0', true],
  ['18.0.0', '>= 12.0.0', true],
  ['24.1.0', '24.x', false],
])('npm runs on Node %s where a native package needs %s: %s', (version, range, isEnough) => {
  expect(satisfies(version, range)).toBe(isEnough)
})

it('the lock file names every package that another names for its platform', () => {
  const { packages } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'))
  const names = new Set(Object.keys(packages).map((place) => place.replace(/^.*node_modules\//, '')))
  const wanted = Object.values<{ optionalDependencies?: object }>(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  // npm 11 refuses an incomplete one. npm leaves out what its registry lacks: add it by hand.
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
})
