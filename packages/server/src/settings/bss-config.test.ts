import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { tmf } from '../adapters/tmf/definition.ts'
import { BssProfile, tmfV4 } from '../adapters/tmf/profile.ts'
import { bssSettings, readBss } from './bss-config.ts'
import { faultsOfProduction } from './production-faults.ts'

const url = 'https://bss.example'
const Settings = z.object(bssSettings)
const read = (env: Readonly<Record<string, string>>) => readBss(Settings.parse({ BSS_URL: url, ...env }))

function profileFile(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bss-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'profile.json')
  writeFileSync(file, text)
  return file
}

it('is the standard without credentials by default', () => {
  expect(read({})).toEqual({
    faults: [],
    addresses: {},
    bss: {
      definition: tmf,
      centsPerUnit: 100,
      baseUrl: url,
      timeoutMs: 10_000,
      profile: tmfV4,
      credentials: { kind: 'none' },
      tls: undefined,
    },
  })
})

it('removes slashes at the end of the address', () => {
  expect(read({ BSS_URL: 'https://bss.example/base//' }).bss.baseUrl).toBe('https://bss.example/base')
})

it.each([
  ['https://portal:secret@bss.example', 'BSS_URL must not contain a user and a password'],
  ['https://bss.example/?a=1', 'BSS_URL must end before its ?'],
  ['https://bss.example/#a', 'BSS_URL must end before its #'],
])('refuses the address %s, without repeating it', (BSS_URL, fault) => {
  const { faults } = read({ BSS_URL })
  expect(faults).toEqual([expect.stringContaining(fault)])
  expect(faults.join()).not.toContain('secret@')
})

it('accepts web addresses only', () => {
  expect(Settings.safeParse({ BSS_URL: 'ftp://bss.example' }).success).toBe(false)
})

it.each([
  [
    { BSS_AUTH: 'header', BSS_HEADER_NAME: 'X-API-Key', BSS_SECRET: 'a' },
    { kind: 'header', name: 'X-API-Key' },
  ],
  [
    { BSS_AUTH: 'basic', BSS_USER: 'portal', BSS_SECRET: 'a' },
    { kind: 'basic', user: 'portal', password: 'a' },
  ],
  [
    { BSS_AUTH: 'oauth2', BSS_TOKEN_URL: `${url}/token`, BSS_USER: 'portal', BSS_SECRET: 'a' },
    { kind: 'oauth2', tokenUrl: `${url}/token`, clientId: 'portal', clientSecret: 'a', sentIn: 'basic' },
  ],
])('reads the credentials of %o', (env, credentials) => {
  const { faults, bss } = read(env)
  expect(faults).toEqual([])
  expect(bss.credentials).toMatchObject(credentials)
})

it('names every missing, unused and unusable credential', () => {
  expect(read({ BSS_AUTH: 'oauth2', BSS_USER: 'portal' }).faults).toEqual([
    '✖ BSS_TOKEN_URL must be set for BSS_AUTH=oauth2',
    '✖ BSS_SECRET must be set for BSS_AUTH=oauth2',
  ])
  expect(read({ BSS_USER: 'portal' }).faults).toEqual([expect.stringContaining('BSS_USER is set, and BSS_AUTH is not')])
  expect(read({ BSS_AUTH: 'header', BSS_SECRET: 'a\nb' }).faults).toEqual(['✖ BSS_SECRET must be one line of ASCII'])
  expect(read({ BSS_CERTIFICATE: 'x' }).faults).toEqual([
    '✖ BSS_CERTIFICATE and BSS_CERTIFICATE_KEY must be set together',
  ])
  expect(read({ BSS_CERTIFICATE: 'x', BSS_CERTIFICATE_KEY: 'y' }).faults).toEqual([
    expect.stringContaining('no certificate with its key'),
  ])
  expect(read({ BSS_CA: 'x' }).faults).toEqual(['✖ BSS_CA must be PEM certificates'])
})

it('reads a profile, and names all of its faults at once', () => {
  const { faults, bss } = read({
    BSS_PROFILE_FILE: profileFile('{"paging":{"size":20},"states":{"topup":{"OK":"delivered"}}}'),
  })
  expect(faults).toEqual([])
  expect(bss.profile.paging.size).toBe(20)
  expect(bss.profile.states.topup).toMatchObject({ ok: 'delivered', completed: 'delivered' })

  const broken = profileFile(
    '{"paging":{"size":0},"dates":{"zone":"Moon"},"colour":1,"apis":{"bills":{"path":"bills/"}}}',
  )
  const [fault = ''] = read({ BSS_PROFILE_FILE: broken }).faults
  for (const part of [broken, 'paging.size', 'dates.zone', 'colour', 'apis.bills.path']) expect(fault).toContain(part)
  expect(read({ BSS_PROFILE_FILE: profileFile('{') }).faults).toEqual([expect.stringContaining('is not JSON')])
  expect(read({ BSS_PROFILE_FILE: '/nowhere.json' }).faults).toEqual([expect.stringContaining('(ENOENT)')])
})

it('checks the addresses of a profile as those of settings in production', () => {
  const file = profileFile('{"apis":{"bills":{"path":"http://bills.internal/v4"}}}')
  const { addresses } = read({ BSS_PROFILE_FILE: file })
  const settings = {
    PUBLIC_ORIGIN: 'https://portal.example',
    ADMIN_HOST: '127.0.0.1',
    SMTP_URL: 'smtp://localhost',
    FIELD_KEY: {},
  }
  const env = { ...settings, ALLOW_UNSAFE: ['sqlite'], API_KEYS: [], TRUSTED_PROXIES: [] }
  expect(
    faultsOfProduction(env, { given: addresses, addresses: Object.keys(addresses), names: [], needed: [] }),
  ).toEqual([expect.stringContaining('apis.bills.path must be https in production mode')])
})

const deploy = path.join(import.meta.dirname, '../../../../deploy')
const shipped = (name: string) => JSON.parse(readFileSync(path.join(deploy, name), 'utf8'))

it('has a shipped example that spells out the defaults', () => {
  const { $schema, ...example } = BssProfile.parse(shipped('bss-profile.example.json'))
  expect($schema).toBe('./bss-profile.schema.json')
  expect(example).toEqual(tmfV4)
})

// After a change of the profile the file is made anew by: npx vitest run
// packages/server/src/settings/bss-config.test.ts -u
it('has a JSON Schema for editors that is generated from the profile', async () => {
  const schema = z.toJSONSchema(BssProfile, { io: 'input', target: 'draft-7' })
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(path.join(deploy, 'bss-profile.schema.json'))
})

describe('a BSS of another kind', () => {
  it('is named by a setting, with the worth of its cents', () => {
    const { bss, faults } = read({ BSS_KIND: 'prepaid-charging', BSS_CENTS: 'whole' })
    expect(bss).toMatchObject({ definition: { kind: 'prepaid-charging', sells: ['airtime'] }, centsPerUnit: 1 })
    expect(faults).toEqual([])
  })

  it('is refused with a profile that it does not have, and when it is unknown', () => {
    expect(read({ BSS_KIND: 'prepaid-charging', BSS_PROFILE_FILE: '/etc/portal/bss-profile.json' }).faults).toEqual([
      '✖ BSS_PROFILE_FILE is set, and BSS_KIND=prepaid-charging has no profile',
    ])
    expect(Settings.safeParse({ BSS_URL: url, BSS_KIND: 'mainframe' }).success).toBe(false)
  })
})
