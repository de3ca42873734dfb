import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BssCredentials } from '../bss-authorization.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { testBss } from './tmf.contract.ts'
import { describeTmfAdapter } from './tmf-suites.contract.ts'

const profiles = path.join(import.meta.dirname, '../../../../../apps/sandbox/profiles')
const basic = { user: 'portal', password: 'sandbox-password' }

const credentials: Readonly<Record<string, (url: string) => BssCredentials>> = {
  linked: () => ({ kind: 'header', name: 'X-Api-Key', value: 'sandbox-key' }),
  counted: () => ({ kind: 'basic', ...basic }),
  guarded: (url) => ({
    ...{ kind: 'oauth2', tokenUrl: `${url}/oauth2/token`, clientId: 'portal', clientSecret: 'sandbox-secret' },
    sentIn: 'basic',
  }),
}

const sandbox = testSandbox()

describeTmfAdapter('the BSS', testBss(undefined, sandbox))

for (const name of ['linked', 'counted', 'ranged', 'zoneless', 'guarded', 'accepted', 'capitals', 'v5']) {
  const profile: unknown = JSON.parse(readFileSync(path.join(profiles, `${name}.json`), 'utf8'))
  const given = credentials[name]
  const dialect = { base: `/bss-${name}`, profile, ...(given && { credentials: given }) }
  describeTmfAdapter(`the BSS, ${name}`, testBss(dialect, sandbox))
}
