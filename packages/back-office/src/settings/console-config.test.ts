import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConsoleConfig } from './console-config.ts'

const home = path.join(import.meta.dirname, '../../../../apps/portal')
const needed = {
  ...{ CONSOLE_ORIGIN: 'https://console.internal', PUBLIC_ORIGIN: 'https://portal.internal' },
  ...{ OIDC_ISSUER: 'https://login.internal', OIDC_CLIENT_ID: 'console' },
  ...{
    OIDC_CLIENT_SECRET: 'a-long-secret-of-the-operator',
    DATABASE_URL: 'postgres://db.internal/portal?sslmode=verify-full',
  },
}
const read = (env: Readonly<Record<string, string>> = {}) => readConsoleConfig({ env: { ...needed, ...env }, home })
const production = (env: Readonly<Record<string, string>>) => () => read({ PORTAL_MODE: 'production', ...env })

describe('the settings of the console', () => {
  it('map roles to the values of the identity provider, each to its own name otherwise', () => {
    const { roleClaims } = read({
      OIDC_ROLES_CLAIM: 'realm_access.roles',
      OIDC_ROLE_VALUES: 'care_agent=care|night, finance=money',
    })
    expect(roleClaims.claim).toBe('realm_access.roles')
    expect(roleClaims.valuesOf).toEqual({
      ...{ care_agent: ['care', 'night'], care_lead: ['care_lead'] },
      ...{ finance: ['money'], administrator: ['administrator'] },
    })
  })

  it('name a role that does not exist', () => {
    expect(() => read({ OIDC_ROLE_VALUES: 'boss=ceo' })).toThrow('OIDC_ROLE_VALUES')
  })

  it("name what is wrong with the operator's own descriptions of settlement files", () => {
    const MARKET_DIR = mkdtempSync(path.join(tmpdir(), 'market-'))
    onTestFinished(() => rmSync(MARKET_DIR, { recursive: true }))
    copyFileSync(path.join(home, 'markets/mw.json'), path.join(MARKET_DIR, 'market.json'))
    expect(read({ MARKET_DIR }).formatsFolder).toBeUndefined()
    const formats = path.join(MARKET_DIR, 'settlement-formats')
    mkdirSync(formats)
    expect(read({ MARKET_DIR }).formatsFolder).toBe(formats)
    writeFileSync(path.join(formats, 'bank.json'), '{}')
    expect(() => read({ MARKET_DIR })).toThrow('bank.json')
  })

  it.each([
    [{ OIDC_ISSUER: 'http://login.internal' }, 'OIDC_ISSUER must be https'],
    [{ OIDC_ISSUER: 'https://127.0.0.1' }, 'OIDC_ISSUER points at this machine'],
    [{ CONSOLE_ORIGIN: 'http://console.internal' }, 'CONSOLE_ORIGIN must be https'],
    [{ CONSOLE_ORIGIN: 'https://portal.internal' }, 'CONSOLE_ORIGIN must differ from PUBLIC_ORIGIN'],
    [{ OIDC_ISSUER: 'https://login.example/realms/staff' }, 'OIDC_ISSUER is a placeholder'],
    [{ OIDC_CLIENT_SECRET: 'short' }, 'OIDC_CLIENT_SECRET must have 16 characters'],
  ] as const)('are refused in production when they are unsafe: %o', (env, fault) => {
    expect(production(env)).toThrow(fault)
  })

  it('are accepted in production when they are safe', () => {
    expect(production({})).not.toThrow()
  })
})
