import path from 'node:path'
import { readConsoleConfig } from '@nyanja/back-office/settings/console-config'
import { readConfig } from '@nyanja/server/settings/config'
import { digestSecret, knownSecretDigests } from '@nyanja/server/settings/secret-faults'
import { describe, expect, it } from 'vitest'
import { demoSettings } from './settings.mjs'

const demo: Record<string, string> = demoSettings({})
const secretNames = Object.keys(demo).filter((name) => /_(SECRET|KEY|TOKEN|PASSWORD)$/.test(name))

describe('the settings of the demonstration', () => {
  it('follow the chosen ports', () => {
    const settings = demoSettings({ PORT: '4000', SANDBOX_PORT: '4100' })
    expect(settings).toMatchObject({
      PUBLIC_ORIGIN: 'http://localhost:4000',
      PORTAL_URL: 'http://localhost:4000',
      BSS_URL: 'http://127.0.0.1:4100/bss',
      SMSC_URL: 'smpp://127.0.0.1:4102',
    })
  })

  it('are overridden by the environment', () => {
    expect(demoSettings({ MARKET: 'cd', BSS_URL: 'https://bss.example' })).toMatchObject({
      MARKET: 'cd',
      BSS_URL: 'https://bss.example',
    })
  })

  it('have no secret that production mode accepts', () => {
    const ofPortal = secretNames.filter((name) => name !== 'OIDC_CLIENT_SECRET')
    expect(ofPortal.length).toBeGreaterThan(15)
    for (const name of [...ofPortal, 'API_KEYS: the key of sandbox', 'API_KEYS: the key of chat'])
      expect(() => readConfig({ ...demo, PORTAL_MODE: 'production' })).toThrow(`✖ ${name} is the value of the demo`)
  })

  it('have no secret that the console accepts in production mode', () => {
    const home = path.join(import.meta.dirname, '../../apps/portal')
    expect(() => readConsoleConfig({ env: { ...demo, PORTAL_MODE: 'production' }, home })).toThrow(
      '✖ OIDC_CLIENT_SECRET is the value of the demo',
    )
  })

  it('have exactly the secrets in known-secrets.ts', () => {
    const channelKeys = demo.API_KEYS?.split(',').map((entry) => entry.replace(/^[^:]*:/, '')) ?? []
    const digests = [...channelKeys, ...secretNames.map((name) => demo[name] ?? '')].map(digestSecret)
    expect([...new Set(digests)].toSorted()).toEqual([...knownSecretDigests].toSorted())
  })
})
