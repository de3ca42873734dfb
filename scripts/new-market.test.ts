import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkMarket } from '@nyanja/server/wiring/check-content'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type * as Build from '../apps/portal/server/index.ts'
import { buildIfStale } from './build.mjs'
import { demoSettings } from './demo/settings.mjs'

const root = path.join(import.meta.dirname, '..')
const home = path.join(root, 'apps', 'portal')
const shared = { content: path.join(home, 'content'), places: path.join(home, 'places') }
const zambia = path.join(home, 'markets', 'zm')

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'new-market-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function findPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' ? address?.port : '')
}

/** Starts a portal of the market, without a BSS, and returns the pages that it answers with. */
async function openMarket(market: string) {
  const { start }: typeof Build = await import(path.join(home, 'build', 'server', 'index.js'))
  const [PORT = '', ADMIN_PORT = ''] = await Promise.all([findPort(), findPort()])
  const own = { PORT, ADMIN_PORT, ROLE: 'web', LOG_LEVEL: 'silent', DATA_DIR: newFolder() }
  const nowhere = { SMSC_URL: 'smpp://127.0.0.1:1', BSS_URL: 'http://127.0.0.1:1/bss' }
  const portal = await start(demoSettings({ ...own, ...nowhere, MARKET_DIR: market }), home)
  onTestFinished(() => portal.stop({ isAtOnce: true }))
  return async (address: string) => {
    const response = await fetch(`http://localhost:${PORT}${address}`)
    return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
  }
}

beforeAll(() => buildIfStale())

describe('a new market', () => {
  it('starts at once in English, and the check lists its placeholders', async () => {
    const folder = path.join(newFolder(), 'zw')
    const typed = ['scripts/new-market.mjs', 'zw', '--folder', folder, '--languages', 'en,sn']
    execFileSync(process.execPath, typed, { cwd: root, stdio: 'pipe' })
    const market = JSON.parse(readFileSync(path.join(folder, 'market.json'), 'utf8'))
    // It is not confirmed what providers keep there.
    expect(market.finance).toEqual({ closeAfterHours: 4 })
    expect(market).toMatchObject({
      country: 'ZW',
      timeZone: 'Africa/Harare',
      languages: [{ code: 'en' }, { code: 'sn', prefix: 'sn', reviewed: false }],
    })

    const { faults, notes } = await checkMarket({ file: folder, ...shared })
    expect(faults).toEqual([])
    expect(notes).toContain('market.json line 4: TODO currency: its code of ISO 4217, and amounts in it')
    expect(notes).toContain('districts.csv line 2: TODO district')
    expect(notes.join('\n')).toMatch(/^sn\/orp-translation has \d+ texts in English$/m)
    expect(notes).toContain('sn: the texts in chiShona are not reviewed by a speaker')

    const open = await openMarket(folder)
    const [first, other] = [await open('/'), await open('/sn/prepaid-recharge')]
    expect([first.status, other.status]).toEqual([200, 200])
    expect(first.body).toContain('TODO brand')
    expect(other.body).toContain('<html lang="sn">')
  })
})

describe('the market of Zambia', () => {
  it('has no fault, and says that no speaker has reviewed its Bemba', async () => {
    const { faults, notes } = await checkMarket({ file: zambia, ...shared })
    expect(faults).toEqual([])
    expect(notes).toContain('bem: the texts in Ichibemba are not reviewed by a speaker')
    expect(notes.filter((note) => note.includes('TODO') || note.includes('texts in English'))).toEqual([])
  })

  it('renders its pages in English and, below a prefix of three letters, in Bemba', async () => {
    const open = await openMarket(zambia)
    const [english, bemba] = [await open('/prepaid-recharge'), await open('/bem/prepaid-recharge')]
    expect(english.body).toContain('From ZMW 1 to 2,000')
    expect(english.body).toContain('97 123 4567')
    expect(bemba.body).toContain('<html lang="bem">')
    expect(bemba.body).toContain('Airtime nangu bundle')
    expect(bemba.body).toContain('--lake:#1f6b2e')
    expect((await open('/bem/no-such-page')).status).toBe(404)
  })

  it('serves its own preview picture and icons', async () => {
    const open = await openMarket(zambia)
    const { body } = await open('/')
    expect(body).toContain('/files/preview.png')
    expect((await open('/files/preview.png')).type).toBe('image/png')
    expect((await open('/files/favicon.svg')).body).toBe(readFileSync(path.join(zambia, 'files/favicon.svg'), 'utf8'))
    expect((await open('/apple-touch-icon.png')).type).toBe('image/png')
  })
})
