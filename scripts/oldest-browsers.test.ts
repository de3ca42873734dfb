import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { type Node, parse } from 'acorn'
import postcss, { type Declaration } from 'postcss'
import { beforeAll, describe, expect, it } from 'vitest'
import { oldestBrowsers } from '../packages/web/src/build/oldest-browsers.ts'
import { buildIfStale } from './build.mjs'
import { filesIn } from './files-in.mjs'
import { oldestExceptions } from './oldest-exceptions.ts'

const build = path.join(import.meta.dirname, '..', 'apps', 'portal', 'build')
const read = (...file: string[]) => readFileSync(path.join(build, ...file), 'utf8')

// An `import` would transform it as a module, all 20 MB of it.
const compat: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

/** The names in the compatibility data. */
const names = { chrome: 'chrome_android', safari: 'safari', firefox: 'firefox' } as const
const oldest = Object.entries(names).map(([family, name]) => {
  const [found = ''] = oldestBrowsers.filter((browser) => browser.startsWith(family))
  return { name, version: Number(found.slice(family.length)) }
})

/** Returns the first version that has it without a flag or a prefix. */
function firstWith({ support }: CompatStatement, browser: (typeof oldest)[number]['name']): number {
  const versions = [support[browser] ?? []].flat().flatMap((one) => {
    const isPlain = one.flags === undefined && one.prefix === undefined && one.alternative_name === undefined
    return isPlain && typeof one.version_added === 'string' ? Number(one.version_added.replace(/^\D+/, '')) : []
  })
  return Math.min(...versions, Number.POSITIVE_INFINITY)
}

/** Tells whether one of the oldest browsers has none of them: a method's name is known, and not whose it is. */
const isLate = (statements: readonly CompatStatement[]) =>
  statements.length > 0 &&
  oldest.some(({ name, version }) => statements.every((statement) => firstWith(statement, name) > version))

const statementOf = (feature: Identifier | undefined) => (feature?.__compat ? [feature.__compat] : [])

/** Indexes the members of interfaces by their names, those of the window as globals too. */
function indexMembers() {
  const [members, globals] = [new Map<string, CompatStatement[]>(), new Map<string, CompatStatement[]>()]
  const add = (map: typeof members, name: string, feature: Identifier | undefined) =>
    map.set(name, [...(map.get(name) ?? []), ...statementOf(feature)])
  for (const [owner, feature] of [...Object.entries(compat.api), ...Object.entries(compat.javascript.builtins ?? {})]) {
    if (owner === '__compat') continue
    add(globals, owner, feature)
    for (const [key, member] of Object.entries(feature)) {
      if (/^__|_(event|permission)$/.test(key)) continue
      const name = key.replace(/_static$/, '')
      add(members, name, member)
      if (owner === 'Window' || owner === 'WorkerGlobalScope') add(globals, name, member)
    }
  }
  return { members, globals }
}

const { members, globals } = indexMembers()
const isLateMember = (name: string) => isLate(members.get(name) ?? [])
const isLateGlobal = (name: string) => isLate(globals.get(name) ?? [])

type Fields = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node & Fields =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function nodesIn(program: Node & Fields): readonly (Node & Fields)[] {
  const nodes = [program]
  for (let at = 0; at < nodes.length; at += 1)
    for (const value of Object.values(nodes[at] ?? {}))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) nodes.push(child)
  return nodes
}

const nameIn = (node: unknown, type: string) => (isNode(node) && node.type === type ? String(node.name) : '')

/** Lists what one node needs that may be too new. */
function needOf({ type, operator, callee, regex, bigint }: Node & Fields): string | undefined {
  if (type === 'ChainExpression') return '?.'
  if (type === 'LogicalExpression' && operator === '??') return '??'
  if (typeof bigint === 'string') return '1n'
  if (regex !== undefined && /\(\?<[=!]/.test(JSON.stringify(regex))) return '(?<=)'
  if (type !== 'CallExpression' && type !== 'NewExpression') return undefined
  const name = nameIn(callee, 'Identifier')
  if (name.length > 2 && isLateGlobal(name)) return name
  const member = isNode(callee) && callee.type === 'MemberExpression' ? nameIn(callee.property, 'Identifier') : ''
  return isLateMember(member) ? `.${member}()` : undefined
}

function needsOfScript(text: string): string[] {
  // The syntax of 2020 has what is refused below, and `import()`, which all of them know.
  const program = parse(text, { ecmaVersion: 2020, sourceType: 'module' })
  return nodesIn({ ...program }).flatMap((node) => needOf(node) ?? [])
}

const css = compat.css

type Note = (need: string, feature: Identifier | undefined) => void

function noteDeclaration({ prop, value }: Declaration, note: Note): void {
  const property = css.properties?.[prop]
  note(prop, property)
  if (prop.endsWith('gap')) note('gap', css.properties?.gap?.flex_context)
  for (const [, name = ''] of value.matchAll(/\b([a-z-]+)\(/g))
    for (const types of [css.types ?? {}, ...Object.values(css.types ?? {})]) note(`${name}()`, types[name])
  if (/\d[dls]v[hw]\b/.test(value)) note('dvh', css.types?.length?.viewport_percentage_units_dynamic)
  for (const word of value.split(/[\s,]+/)) note(`${prop}: ${word}`, property?.[word])
}

/** Lists rules, their selectors and what values are made of, each with its entry in the data. */
function needsOfStyle(text: string): string[] {
  const needs: string[] = []
  const note: Note = (need, feature) => isLate(statementOf(feature)) && needs.push(need)
  const style = postcss.parse(text)
  style.walkDecls((declaration) => noteDeclaration(declaration, note))
  style.walkRules(({ selector }) => {
    for (const [whole, name = ''] of selector.matchAll(/::?([a-z-]+)/g)) note(whole, css.selectors?.[name])
  })
  style.walkAtRules(({ name, params }) => {
    const rules = css['at-rules']
    note(`@${name}`, rules?.[name])
    for (const [, feature = ''] of params.matchAll(/\(([a-z-]+)/g)) note(`(${feature})`, rules?.media?.[feature])
  })
  return needs
}

/** Reads the scripts of the present release; those of earlier ones are beside them. */
function readScripts(): ReadonlyMap<string, string> {
  const lists = filesIn(path.join(build, 'browser-files')).map((file) => readFileSync(file, 'utf8'))
  const found = [...lists, read('client', 'modules.json')].flatMap((list) => [...list.matchAll(/assets\/[^"]+\.js/g)])
  return new Map(found.map(([file]) => [file.replace(/-[^-]{8}\.js$/, ''), read('client', file)]))
}

/** Reads the styles as the server inlines them. */
const readStyles = () =>
  [...read('server', 'index.js').matchAll(/^(?:var|const|let) \w+_default\w* = (".*\{.*");?$/gm)].map(
    ([, text = '""']): string => JSON.parse(text),
  )

const unexpected = (needs: readonly string[]) =>
  [...new Set(needs)].filter((need) => !Object.hasOwn(oldestExceptions, need)).sort()

beforeAll(() => buildIfStale(), 600_000)

describe(`what is sent to ${oldestBrowsers.join(', ')}`, () => {
  it('is script that they can read, with no call that they do not have', () => {
    const scripts = readScripts()
    expect(scripts.size).toBeGreaterThan(18)
    const found = [...scripts].map(([file, text]) => [file, unexpected(needsOfScript(text))] as const)
    expect(found.filter(([, needs]) => needs.length > 0)).toEqual([])
  })

  it('is style that they know, but for what is listed with what they show instead', () => {
    const styles = readStyles()
    expect(styles.length).toBeGreaterThan(15)
    expect(unexpected(styles.flatMap(needsOfStyle))).toEqual([])
  })

  it('needs every exception', () => {
    const needed = new Set([
      ...[...readScripts().values()].flatMap(needsOfScript),
      ...readStyles().flatMap(needsOfStyle),
    ])
    expect(Object.keys(oldestExceptions).filter((need) => !needed.has(need))).toEqual([])
  })
})

describe('the check', () => {
  it.each([
    ['a?.b', '?.'],
    ['a ?? b', '??'],
    ['/(?<=a)b/', '(?<=)'],
    ['list.replaceChildren()', '.replaceChildren()'],
    ['Object.hasOwn(a, b)', '.hasOwn()'],
    ['structuredClone(a)', 'structuredClone'],
    ['new DecompressionStream("gzip")', 'DecompressionStream'],
  ])('finds what is too new in %s', (text, need) => {
    expect(needsOfScript(text)).toEqual([need])
  })

  it.each([
    ['a:has(b){color:red}', ':has'],
    ['@container (width > 1px){a{color:red}}', '@container'],
    ['a{color:light-dark(red,blue)}', 'light-dark()'],
    ['a{height:1dvh}', 'dvh'],
    ['a{aspect-ratio:1}', 'aspect-ratio'],
  ])('finds what is too new in the style %s', (text, need) => {
    expect(needsOfStyle(text)).toContain(need)
  })
})
