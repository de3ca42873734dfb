import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { trimManifests } from './trim-manifests.mjs'

const routes = {
  root: { id: 'root', path: '' },
  'recharge/recharge': { id: 'recharge/recharge', path: 'prepaid-recharge' },
  'payment/start': { id: 'payment/start', path: 'payment/start' },
  'bills/bill': { id: 'bills/bill', path: 'postpaid-bill-pay' },
  'errors/unknown-address': { id: 'errors/unknown-address', path: 'sw?/*' },
}
const pages = {
  'root.tsx': '',
  'recharge/recharge.tsx': `export const handle = { group: 'journey' }`,
  'payment/start.tsx': 'export default function Start() {}',
  'bills/bill.tsx': `export const handle = { group: 'bill', module: '/files/gate.js' }`,
}
const script = `window.__reactRouterManifest=${JSON.stringify({ version: '1', routes })};`

function buildOf(): { readonly folder: string; readonly manifest: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'client', 'assets'), { recursive: true })
  for (const [name, source] of Object.entries(pages)) {
    const file = path.join(folder, 'app', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, source)
  }
  const manifest = path.join(folder, 'client', 'assets', 'manifest-1.js')
  writeFileSync(manifest, script)
  return { folder, manifest }
}

const trim = (folder: string) => trimManifests(path.join(folder, 'client'), path.join(folder, 'app'))

it('leaves a browser the pages that script takes over, and the one for every other address', () => {
  const { folder, manifest } = buildOf()
  trim(folder)
  const trimmed = readFileSync(manifest, 'utf8')
  const kept = ['root', 'recharge/recharge', 'payment/start', 'errors/unknown-address']
  expect([...trimmed.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id)).toEqual(kept)
  expect(trimmed).toMatch(/^window\.__reactRouterManifest=\{"version":"1",.*\};$/)
})

it('leaves a manifest of an earlier release as it was served', () => {
  const { folder, manifest } = buildOf()
  writeFileSync(`${manifest}.br`, '')
  trim(folder)
  expect(readFileSync(manifest, 'utf8')).toBe(script)
})
