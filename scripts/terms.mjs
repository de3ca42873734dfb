import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn } from './files-in.mjs'

const { default: ts } = await import('typescript-6')
const root = path.join(import.meta.dirname, '..')

/**
 * `terms` are words of this project that are not terms of payments, telecoms or the web, and the term for each. Each is
 * looked for among the words of an identifier or a file name: `kept page` finds `keptPages` and `kept-page.ts`, in any
 * listed form. `phrases` are used in no comment or test title, in this form and no other.
 */
const { terms, phrases } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'terms.json'), 'utf8'))

/** Correct uses: `names` are whole identifiers or file names, `paths` narrows them, `reason` gives the reason. */
const allowed = [
  { names: /^(bench|benches|runBench|run-bench)$/, reason: 'the folder bench/ keeps its name' },
  { names: /fixed-?line/i, reason: '"fixed line" is the term itself' },
  { names: /^(fixedInternet|fixed-internet.*|fixedInvoice)$/, reason: 'addresses of the specification' },
  { names: /^fixed$/, paths: /^apps\/sandbox\/src\/bss\//, reason: 'a kind of service in TMF characteristics' },
  { names: /^(toFixed|allSettled)$/, reason: 'JavaScript' },
  {
    names: /^(add|remove)EventListener$|^(addListener|RequestListener|createListener)$/,
    reason: 'DOM, Leaflet and Node',
  },
  {
    names: /^listeners?$/,
    paths: /connections|mail-server|popup[.]test|smsc?|smpp|tmf-lead|order-status/,
    reason: 'servers and event handlers of Node, DOM and smpp',
  },
  { names: /hub|listener/i, paths: /^apps\/sandbox\/src\/bss\//, reason: 'the hub resource of TMF Open APIs' },
  {
    names: /^hub/,
    paths: /tmf-lead|config[.]test|sandbox\/src\/tingg/,
    reason: 'words of TMF Open APIs, Tingg and a setting',
  },
  { names: /street/i, reason: 'a street in an address' },
  { names: /^(neighbours)$/, paths: /app\/map\/|scripts\/basemap/, reason: 'neighbouring countries of the basemap' },
  { names: /^sun$/, paths: /place-files/, reason: 'Sunday, a column of shops.csv' },
  { names: /^news$/, paths: /content[.]test|edit-content/, reason: 'the News banner of an editor' },
  { names: /^(try|pay|order|pinCode|doNotPay)Again(Text)?$|^again$|^underWay$/, reason: 'keys of texts for visitors' },
  { names: /^says$/, paths: /paystack/, reason: 'a data attribute of the simulated checkout' },
  { names: /^(leg|missBudgets|MissBudgetTable|turns|toldLeads)$/, reason: 'columns and tables of the database' },
  {
    names: /^(\w*Words|words|wordsIn)$/,
    paths:
      /help|db\/schema|wiring\/texts|generated-content|search|editor|coverage|search-place|tariffs|price-list|stores?\/|places|shop|operations|operate|openapi|uba|gazetteer|maps\/|page-weight|market-constants|town-part|fill|library|map\/|check-content|e2e\/|scripts\//,
    reason: 'words of a language, which a visitor types, searches or counts',
  },
]

/** Folders whose comments and test titles are counted. */
const proseFolders = ['apps', 'bench', 'e2e', 'packages', 'scripts']

const endings = ['', 's', 'es', 'ed', 'ies']
const forms = new Map(Object.keys(terms).map((term) => [term, term.split(' ')]))
const isForm = (word, term) =>
  endings.some((ending) => word === term + ending) || (term.endsWith('y') && word === `${term.slice(0, -1)}ies`)

const wordsIn = (name) =>
  name
    .split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** The terms that a name uses. */
export function termsIn(name) {
  const words = wordsIn(name)
  return [...forms].flatMap(([term, parts]) =>
    words.some((_, at) => parts.every((part, step) => isForm(words[at + step] ?? '', part))) ? [term] : [],
  )
}

function parse(file) {
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind)
}

function identifiersIn(file) {
  const names = []
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return names
}

const isTitle = ({ parent }) =>
  ts.isCallExpression(parent) && /^(describe\w*|group|it|test)\b/.test(parent.expression.getText())

/** The comments and test titles of a file. */
function proseIn(file) {
  const source = parse(file)
  const comments = new Map()
  const titles = []
  const visit = (node) => {
    const leading = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []
    const trailing = ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []
    for (const { pos, end } of [...leading, ...trailing]) comments.set(pos, source.text.slice(pos, end))
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && isTitle(node)) titles.push(node.getText())
    for (const child of node.getChildren()) visit(child)
  }
  visit(source)
  return [...comments.values(), ...titles]
}

const wholePhrases = Object.keys(phrases).map((phrase) => [phrase, new RegExp(`\\b${phrase}\\b`, 'i')])

/** The phrases that a comment or title uses, over line ends too. */
export function phrasesIn(text) {
  const line = text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ')
  return wholePhrases.flatMap(([phrase, pattern]) => (pattern.test(line) ? [phrase] : []))
}

/** Every use of a phrase in the comments and test titles of `proseFolders`. */
export function findPhrases() {
  return sourcesIn(proseFolders)
    .filter((file) => /[.](tsx?|m?js)$/.test(file))
    .flatMap((file) => proseIn(path.join(root, file)).map((text) => ({ file, text })))
    .flatMap(({ file, text }) => phrasesIn(text).map((phrase) => ({ term: phrase, name: text, file })))
}

const isAllowed = (name, file) =>
  name.includes('_') || allowed.some(({ names, paths }) => names.test(name) && (paths?.test(file) ?? true))

const sourcesIn = (folders) =>
  folders
    .flatMap((name) => filesIn(path.join(root, name)))
    .map((file) => path.relative(root, file).replaceAll(path.sep, '/'))
    .filter(
      (file) =>
        !/(^|\/)(build[^/]*|node_modules|migrations|results|content|public)\//.test(file) &&
        !file.startsWith('scripts/terms.'),
    )

/** Every use of a term in the identifiers and file names of the sources, tests among them. */
export function findTerms() {
  return sourcesIn(['apps', 'packages', 'scripts', 'bench', 'e2e']).flatMap((file) => {
    const base = path.basename(file).replace(/[.].*$/, '')
    const names = /[.](tsx?|m?js)$/.test(file) ? identifiersIn(path.join(root, file)) : []
    return [base, ...names]
      .filter((name) => !isAllowed(name, file))
      .flatMap((name) => termsIn(name).map((term) => ({ term, name, file })))
  })
}

if (process.argv[1] === import.meta.filename) {
  const byTerm = Map.groupBy([...findTerms(), ...findPhrases()], ({ term }) => term)
  for (const [term, uses] of [...byTerm].sort(([, one], [, other]) => other.length - one.length)) {
    console.log(`${uses.length} ${term} → ${terms[term] ?? phrases[term]}`)
    for (const [name, of] of Map.groupBy(uses, (use) => use.name))
      console.log(`    ${name} ${of.length}: ${[...new Set(of.map(({ file }) => file))].join(' ')}`)
  }
}
