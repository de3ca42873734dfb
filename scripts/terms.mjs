import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn } from './files-in.mjs'

const { default: ts } = await import('typescript-6')
const root = path.join(import.meta.dirname, '..')

/**
 * Words of this project that are not terms of payments, telecoms or the web, and the term for each. Each is looked for
 * among the words of an identifier or a file name: `kept page` finds `keptPages` and `kept-page.ts`, in any listed
 * form.
 */
const terms = {
  'account tries': 'attempt limit',
  again: 'retry, or what is repeated',
  'at desk': 'run a command',
  auditor: 'invariant checker',
  bench: 'fixture, harness',
  books: 'provider records',
  'broke contract': 'invalid response',
  'busy address': 'rate-limited address',
  calm: 'notice',
  canary: 'leak scan, marker',
  'card house': 'hosted-card simulator',
  deliverer: 'delivery provider',
  desk: 'service',
  door: 'entry point, API',
  dueness: 'eligibility',
  errand: 'BSS operation',
  fixed: 'fixed line',
  fulfilment: 'delivery',
  gate: 'bulkhead',
  'go on': 'click continue',
  'hand in': 'submit',
  'handed in': 'submitted',
  'hands over': 'checkout type',
  'held back': 'not sent',
  hub: 'webhook subscription',
  keeper: 'account contact',
  'kept page': 'cacheable page',
  'laid over': 'with fallbacks',
  lane: 'queue',
  leg: 'component',
  listener: 'webhook subscription',
  'live package': 'generated content',
  'make way': 'release, cancel',
  'may try': 'is available',
  'miss budget': 'rate limit',
  neighbour: 'fake',
  news: 'status update',
  nobody: 'the customer, the visitor, the process',
  office: 'service',
  'on wire': 'serializer, response',
  otherwise: 'fallback',
  passage: 'bulkhead',
  patience: 'timeout',
  planted: 'mutation, marker',
  presence: 'process lock',
  puzzle: 'challenge',
  'read back': 'find by reference',
  said: 'message, reported',
  say: 'report, message',
  scene: 'payment view',
  settle: 'check',
  settled: 'final',
  settler: 'checker',
  settling: 'checking',
  shelf: 'content store',
  shut: 'open (a circuit)',
  sky: 'page hero',
  slip: 'order summary',
  somebody: 'the customer, the visitor, the process',
  'still due': 'eligible',
  story: 'end-to-end test, journey',
  street: 'test environment',
  strike: 'injected fault',
  sun: 'progress mark',
  surroundings: 'shell',
  'take up': 'recover',
  tell: 'report',
  ticket: 'challenge token',
  till: 'simulated provider account',
  told: 'reported',
  toll: 'challenge',
  'track misses': 'rate limit',
  turn: 'call slot, outcome',
  turned: 'changed (a circuit)',
  undertaking: 'BSS operation',
  vain: 'undeliverable',
  verdict: 'verification result',
  wake: 'notify',
  'wallet direct': 'PIN wallet',
  way: 'payment method, option',
  'what goes wrong': 'injected faults',
  whoever: 'the customer, the visitor, the process',
  wish: 'request',
  wished: 'requested',
  withdraw: 'release, cancel',
  words: 'texts, copy',
}

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
      /help|db\/schema|wiring\/texts|generated-content|search|editor|coverage|asked-place|tariffs|price-list|stores?\/|places|shop|operations|operate|openapi|uba|gazetteer|maps\/|page-weight|market-constants|part-written|fill|library|map\/|check-content|e2e\/|scripts\//,
    reason: 'words of a language, which a visitor types, searches or counts',
  },
]

/** Folders whose comments and test titles are counted. */
const proseFolders = ['apps', 'bench', 'e2e', 'packages', 'scripts']

/** Phrases that no comment or test title uses, in this form and no other, and what to use instead. */
const phrases = {
  afresh: 'again',
  alike: 'equal, in the same way',
  'all the same': 'nevertheless',
  anew: 'again',
  anybody: 'any caller, any visitor',
  'become of': 'the outcome',
  'becomes of': 'the outcome',
  besides: 'also, in addition to',
  books: 'provider records',
  'comes of': 'the result',
  desk: 'service',
  door: 'entry point',
  errand: 'BSS operation',
  errands: 'BSS operations',
  everybody: 'every visitor, every caller',
  'for ever': 'without end, permanently',
  'give back': 'refund, release',
  'gives back': 'refunds, releases',
  'goes on': 'continues',
  'goes wrong': 'fails, injected faults',
  'good for': 'valid for',
  'hand over': 'send, redirect',
  'handed in': 'submitted',
  'handed over': 'sent, started',
  'hands in': 'submits',
  'hands over': 'sends, redirects',
  'held back': 'not sent, delayed',
  hence: 'therefore',
  hereby: 'with this',
  'holds good': 'is valid, applies',
  'in vain': 'undeliverable, without success',
  'kept page': 'cacheable page',
  lane: 'queue',
  lanes: 'queues',
  lest: 'so that … not',
  likewise: 'also, the same',
  'made way': 'was released, was cancelled',
  'makes way': 'is released, is cancelled',
  nobody: 'no customer, no operator, no process',
  'of no use': 'invalid, useless',
  'read back': 'look up by reference',
  'reads back': 'looks up by reference',
  reckon: 'compute, assume',
  reckoning: 'arithmetic',
  settled: 'final, paid',
  settles: 'checks, pays',
  slip: 'order summary',
  somebody: 'the customer, the visitor, the operator, another process',
  'stand in': 'are in',
  'stands in': 'is in',
  strikes: 'is injected',
  struck: 'injected',
  thereby: 'with this',
  thus: 'so',
  till: 'until, simulated provider account',
  toll: 'challenge',
  undertaking: 'BSS operation',
  verdict: 'verification result',
  verdicts: 'verification results',
  wakes: 'notifies',
  'way to pay': 'payment method',
  'ways to pay': 'payment methods',
  'what it is': 'what it means, its value',
  whatever: 'regardless of, any',
  whoever: 'the customer, the visitor, the operator',
  whomever: 'the customer, the visitor, the operator',
  wish: 'request',
  wishes: 'requests',
}

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
