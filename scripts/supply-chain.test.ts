import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { billOfMaterials, nameAt, unstated } from './bill-of-materials.mjs'
import { productionFolders } from './make-release.mjs'
import { nodePackages } from './node24.mjs'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Locked {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(read('package-lock.json'))
const foreign = Object.entries<Locked>({ ...packages, ...nodePackages })
  .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
  .map(([place, entry]) => ({ place, name: nameAt(place), ...entry }))
const released = new Set(productionFolders(packages))

/** The licences of what operators may hand on in a release, changed or not. */
const allowed = [
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
    'Zlib',
  ],
  // The licence of fonts in receipts: they are free to embed.
  'OFL-1.1',
]
/** The licences of tools that no release contains. */
const allowedForTools = [...allowed, 'MPL-2.0', 'CC-BY-4.0', 'CC0-1.0']

/** A licence needs all of several joined by AND, and one of those joined by OR. */
const isAllowed = (licence: string, list: readonly string[]) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => list.includes(one)))

describe('every package', () => {
  it('has a licence that is allowed, in a release and beside it', () => {
    const refused = foreign.filter(({ place, name, license = unstated[name] ?? 'none' }) => {
      return !isAllowed(license, released.has(place) ? allowed : allowedForTools)
    })
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })

  it('comes from the registry, with a digest', () => {
    const elsewhere = foreign.filter(
      ({ resolved = 'https://registry.npmjs.org/' }) => !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(elsewhere.map(({ name }) => name)).toEqual([])
    expect(foreign.filter(({ integrity = '' }) => !integrity.startsWith('sha512-')).map(({ name }) => name)).toEqual([])
  })

  it('is installed without running a script of its own', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
    expect(foreign.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual([])
  })

  it('has an exact version where the project names it', () => {
    for (const [place, entry] of Object.entries(packages).filter(([at]) => !at.includes('node_modules/'))) {
      const { dependencies, devDependencies, optionalDependencies } = {
        dependencies: {},
        devDependencies: {},
        optionalDependencies: {},
        ...entry,
      }
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
        expect(version, `${place} ${name}`).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$|^\*$/)
    }
  })
})

describe('the bill of materials of a release', () => {
  const bill = billOfMaterials({ name: 'portal', version: '1.0.0', license: 'Apache-2.0' }, packages, [...released])
  const { components, dependencies } = bill

  it('names every package in it with version, digest and licence, and no tool of developers', () => {
    expect(components).toHaveLength(released.size)
    for (const { name, version, hashes, licenses, purl } of components) {
      expect(version, name).toMatch(/^\d/)
      expect(hashes[0]?.content, name).toMatch(/^[\da-f]{128}$/)
      expect(licenses[0]?.expression, name).toBeTruthy()
      expect(purl, name).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
    }
    const names = components.map(({ name }) => name)
    for (const name of ['fastify', 'pg', 'zod']) expect(names).toContain(name)
    for (const name of ['vite', 'vitest', 'typescript', 'oidc-provider']) expect(names).not.toContain(name)
  })

  it('says which package needs which, and is the same at every build', () => {
    const places = new Set(['portal', ...released])
    for (const { ref, dependsOn } of dependencies) for (const one of [ref, ...dependsOn]) expect(places).toContain(one)
    expect(dependencies.find(({ ref }) => ref === 'node_modules/fastify')?.dependsOn).toContain('node_modules/pino')
    expect(JSON.stringify(bill)).not.toMatch(/serialNumber|timestamp/)
  })
})
