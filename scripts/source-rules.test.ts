import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesIn } from './files-in.mjs'

const root = path.join(import.meta.dirname, '..')
const folders = [
  ...[
    'packages/domain/src',
    'packages/database/src',
    'packages/server/src',
    'packages/back-office/src',
    'apps/commands',
    'packages/web/src',
  ],
  ...['apps/portal/app', 'apps/portal/server', 'apps/portal/contract', 'apps/portal/editor'],
  ...['apps/console/app', 'apps/console/server'],
]
const isOfTests = /[.](test|contract)[.]tsx?$|\/test-[^/]+$|\/testing\//

interface Source {
  readonly file: string
  readonly text: string
}

/** Reads what runs in production, without comments. */
const sources = sourcesIn(folders)

function sourcesIn(searched: readonly string[]): Source[] {
  return searched
    .flatMap((folder) => filesIn(path.join(root, folder)))
    .filter((file) => /[.]tsx?$/.test(file) && !file.endsWith('.d.ts') && !isOfTests.test(file))
    .map((file) => ({
      file: path.relative(root, file),
      text: readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''),
    }))
}

/** The phone of the sandbox is a page for visitors too. */
const pages: readonly Source[] = [...sources, ...sourcesIn(['apps/sandbox/src'])]

interface SourceRule {
  readonly title: string
  readonly refused: RegExp
  /** Files that may, each for a reason that it states. */
  readonly except?: readonly string[]
  readonly ignored?: RegExp
}

const rules: readonly SourceRule[] = [
  { title: 'runs no text as code', refused: /\beval\(|\bnew Function\b|from 'node:vm'/ },
  { title: 'starts no other program', refused: /child_process/ },
  {
    title: 'writes HTML in three components alone, from text that was sanitised or encoded',
    refused: /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write/,
    except: ['apps/portal/app/islands/island.tsx', 'apps/portal/app/ui/markup.tsx'],
  },
  {
    title: 'writes no value into SQL as text but constants',
    refused: /\bsql\.(raw|lit|id)\b/,
    // Migrations have no input.
    ignored: /\/migrations\//,
    // Numbers of columns, names of migrations and of limits.
    except: [
      'packages/database/src/json-lists.ts',
      'packages/database/src/migrate.ts',
      'packages/server/src/db/rate-limits/rate-counters.ts',
    ],
  },
  {
    title: 'uses no broken hash, cipher or mode',
    refused: /['"](md4|md5|sha1|des|des3|rc4|bf|aes-\d+-(ecb|cbc))\b|createCipher\(/i,
    // A provider defines its signature so.
    except: ['packages/server/src/adapters/open-api-money/calls.ts'],
  },
  {
    title: 'takes random values from the system',
    refused: /Math\.random/,
    // The pause is between two tries.
    except: ['packages/server/src/adapters/call-provider.ts'],
  },
  {
    title: 'verifies every certificate',
    refused: /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/,
    // It refuses to start with it.
    except: ['packages/server/src/settings/production-faults.ts'],
  },
  {
    title: 'keeps nothing in the browser but which order a tab has begun',
    refused: /localStorage|sessionStorage|indexedDB|document\.cookie|serviceWorker|caches\.open/,
    except: ['apps/portal/app/payment/browser/watch-status.ts', 'apps/portal/app/payment/start-form.tsx'],
  },
  {
    title: 'has no channel beside HTTP requests',
    refused: /\.postMessage\(|addEventListener\('message'|\bWebSocket\b|EventSource|RTCPeer/,
  },
]

it.each(rules)('production code $title', ({ refused, except = [], ignored }) => {
  const searched = sources.filter(({ file }) => ignored === undefined || !ignored.test(file))
  const found = searched.filter(({ text }) => refused.test(text)).map(({ file }) => file)
  expect(found.toSorted()).toEqual(except.toSorted())
})

it('no button chooses the address or the method of its form: browsers without these attributes send it elsewhere', () => {
  const chooses = /\bform(?:[Aa]ction|[Mm]ethod|[Ee]nctype)\b/
  expect(pages.filter(({ text }) => chooses.test(text)).map(({ file }) => file)).toEqual([])
})

it('production code calls other systems at one place, which follows no redirect', () => {
  const served = sources.filter(({ file }) => !/\/browser\//.test(file))
  const filesWith = (pattern: RegExp) => served.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
  expect(filesWith(/\bfetch\(|\bhttps?\.(?:request|get)\(/)).toEqual([])
  expect(filesWith(/\brequest\b[^;\n]*from 'undici'/)).toEqual(['packages/server/src/adapters/call-provider.ts'])
  expect(filesWith(/\binterceptors\.redirect\b|\bmaxRedirections\b/)).toEqual([])
})

it('every cookie is for this host and https alone, out of reach of scripts and of forms of other sites', () => {
  const cookies = sources.flatMap(({ text }) => text.match(/\bcreateCookie\((?!Storage)[\s\S]*?\}\)/g) ?? [])
  expect(cookies).toHaveLength(6)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^createCookie\('__Host-[a-z-]+'/)
    for (const flag of [`path: '/'`, 'httpOnly: true', 'secure: true', `sameSite: 'lax'`])
      expect(cookie).toContain(flag)
  }
  expect(sources.filter(({ text }) => /set-cookie['"]?:\s*[`'"]/i.test(text))).toEqual([])
})

it('the rules see the sources of both apps and of all packages', () => {
  expect(sources.length).toBeGreaterThan(700)
  for (const folder of folders) expect(sources.some(({ file }) => file.startsWith(folder))).toBe(true)
})
