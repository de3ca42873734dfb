import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The level of each requirement of ASVS 5.0.0, by section: `V1.5` has three, of levels 1, 2 and 3. */
const levels: Readonly<Record<string, string>> = {
  ...{ 'V1.1': '22', 'V1.2': '1111122223', 'V1.3': '112222222223', 'V1.4': '222', 'V1.5': '123' },
  ...{ 'V2.1': '122', 'V2.2': '112', 'V2.3': '12223', 'V2.4': '23' },
  ...{
    'V3.1': '3',
    'V3.2': '113',
    'V3.3': '12223',
    'V3.4': '11222233',
    'V3.5': '11122333',
    'V3.6': '3',
    'V3.7': '22333',
  },
  ...{ 'V4.1': '12233', 'V4.2': '23333', 'V4.3': '22', 'V4.4': '1222' },
  ...{ 'V5.1': '2', 'V5.2': '112333', 'V5.3': '113', 'V5.4': '222' },
  ...{ 'V6.1': '122', 'V6.2': '111111112222', 'V6.3': '11223333', 'V6.4': '112233', 'V6.5': '22222333' },
  ...{ 'V6.6': '2223', 'V6.7': '33', 'V6.8': '2222' },
  ...{ 'V7.1': '222', 'V7.2': '1111', 'V7.3': '22', 'V7.4': '11222', 'V7.5': '223', 'V7.6': '22' },
  ...{ 'V8.1': '1233', 'V8.2': '1123', 'V8.3': '133', 'V8.4': '23' },
  ...{ 'V9.1': '111', 'V9.2': '1222' },
  ...{ 'V10.1': '22', 'V10.2': '223', 'V10.3': '22223', 'V10.4': '1111122222233333', 'V10.5': '22222' },
  ...{ 'V10.6': '22', 'V10.7': '222' },
  ...{
    'V11.1': '2233',
    'V11.2': '22233',
    'V11.3': '11233',
    'V11.4': '1222',
    'V11.5': '23',
    'V11.6': '23',
    'V11.7': '33',
  },
  ...{ 'V12.1': '12233', 'V12.2': '11', 'V12.3': '22223' },
  ...{ 'V13.1': '2333', 'V13.2': '222223', 'V13.3': '2233', 'V13.4': '1222233' },
  ...{ 'V14.1': '22', 'V14.2': '12223333', 'V14.3': '122' },
  ...{ 'V15.1': '12233', 'V15.2': '12233', 'V15.3': '1222222', 'V15.4': '3333' },
  ...{ 'V16.1': '2', 'V16.2': '22222', 'V16.3': '2222', 'V16.4': '222', 'V16.5': '2223' },
  ...{ 'V17.1': '23', 'V17.2': '22223333', 'V17.3': '22' },
}

const required = Object.entries(levels).flatMap(([section, digits]) =>
  [...digits].flatMap((level, at) => (level === '3' ? [] : [`${section}.${at + 1}`])),
)

/** Returns the cells of each row of the document's tables. */
const rowsOf = (document: string) =>
  read(document)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))

const requirements = rowsOf('docs/asvs.md').filter(([id = '']) => /^V\d/.test(id))
const risks = rowsOf('docs/asvs.md').filter(([id = '']) => /^API\d/.test(id))
const abuses = rowsOf('docs/security.md').filter(
  (cells) => cells.length === 3 && /[.](test|spec)[.]/.test(cells[2] ?? ''),
)

const partsOf = (cell = '') => cell.split('<br>')

/** Matches a reference ``  `file`: title  ``. */
const test = /^`((?:apps|packages|scripts|bench|e2e)\/[\w./-]+)`: (.+)$/

const sources = new Map<string, string>()
function sourceOf(file: string): string {
  const source = sources.get(file) ?? (existsSync(path.join(root, file)) ? read(file).replaceAll("\\'", "'") : '')
  sources.set(file, source)
  return source
}

/** Tells whether the file has a test, or a case of one, with this title. */
const exists = (file: string, title: string) =>
  ["'", '"', '`'].some((quote) => sourceOf(file).includes(`${quote}${title}${quote}`))

const missingTests = (cell = '') =>
  partsOf(cell).filter((part) => {
    const [, file = '', title = ''] = test.exec(part) ?? []
    return file !== '' && !exists(file, title)
  })

const isDocument = /^\[[\w -]+\]\([\w./#-]+[.]md(#[\w-]+)?\): \S/
const isReason = /^(N\/A|\*\*Open\*\*): (\S+ ){2}\S+/

/**
 * The product has no passwords, accounts, GraphQL, WebSockets, WebRTC, LDAP, SAML, LaTeX, Java or memcached; the
 * operator's identity provider is the authorization server.
 */
const absent = [
  ...['V4.3.', 'V4.4.', 'V6.2.', 'V10.3.', 'V10.4.', 'V10.6.', 'V10.7.', 'V17.'],
  ...['V1.2.6', 'V1.2.8', 'V1.3.8', 'V1.3.9', 'V6.1.2', 'V6.4.3', 'V6.4.4', 'V6.8.1', 'V6.8.3', 'V7.4.3', 'V7.5.1'],
  ...['V10.5.5', 'V11.4.2', 'V11.4.4', 'V12.1.3'],
]

describe('the table of ASVS 5.0.0', () => {
  it('has every requirement of levels 1 and 2 once, in order', () => {
    expect(required).toHaveLength(253)
    expect(Object.values(levels).join('')).toHaveLength(345)
    expect(requirements.map(([id]) => id)).toEqual(required)
  })

  it('shows each by a test that exists, a document, or a reason', () => {
    for (const [id = '', , shown] of requirements) {
      expect(missingTests(shown), id).toEqual([])
      if (shown === 'N/A' && absent.some((start) => id.startsWith(start))) continue
      for (const part of partsOf(shown))
        expect(
          [test, isDocument, isReason].some((form) => form.test(part)),
          `${id}: ${part}`,
        ).toBe(true)
    }
  })

  it('names headings that exist', () => {
    const headings = new Set(
      [...read('docs/security.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      ),
    )
    for (const [, anchor = ''] of read('docs/asvs.md').matchAll(/\(security[.]md#([\w-]+)\)/g))
      expect(headings).toContain(anchor)
  })
})

it('the ten risks of APIs are each shown by tests that exist', () => {
  expect(risks.map(([id]) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `API${at + 1}`))
  for (const [id, , shown] of risks) {
    expect(missingTests(shown), id).toEqual([])
    expect(
      partsOf(shown).some((part) => test.test(part)),
      id,
    ).toBe(true)
  }
})

it('each abuse case names a test that exists', () => {
  expect(abuses.length).toBeGreaterThan(25)
  for (const [who, , shown = ''] of abuses) {
    expect(shown, who).toMatch(test)
    expect(missingTests(shown), who).toEqual([])
  }
})
