const tests = '[.](test|contract)[.]tsx?$'
const benches = '^bench/'
const server = 'packages/server/src'
const engine = 'packages/database/src'
const backOffice = 'packages/back-office/src'
const inner = '(?:packages/(?:server|back-office)/src)'
/** Folders of the server that hold no feature. */
const outer = 'adapters/|db/|settings/|message-texts/|wiring/|metrics/|testing/'
/** Folders of pages that hold no journey. The home page and the files at the root join journeys. */
const shared = 'ui|format|form|code|challenge|map|bundles|islands|number|order|saved-numbers|submissions'
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

export default {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }),
    forbid(
      'commands-start-before-anything-is-installed',
      { path: '^scripts/[^/]+[.]mjs$' },
      { path: 'node_modules/', dynamic: false },
    ),
    forbid('domain-is-pure', { path: '^packages/domain/', pathNot: tests }, { pathNot: '^packages/domain/' }),
    forbid(
      'the-engine-knows-no-feature',
      { path: `^${engine}/` },
      {
        path: '^(apps|packages)/',
        pathNot: `^(${engine}|packages/domain/src/(errors|time)[.]ts|packages/database/node_modules/)`,
      },
    ),
    forbid('sandbox-stands-alone', { path: '^apps/sandbox/' }, { path: '^(apps/(portal|console|commands)|packages)/' }),
    forbid(
      'only-tests-meet-the-sandbox',
      { path: '^(apps/(portal|console|commands)|packages)/', pathNot: tests },
      { path: '^apps/sandbox/' },
    ),
    forbid(
      'a-feature-knows-itself-and-the-domain',
      { path: `^${server}/(?!${outer})([^/]+)/`, pathNot: tests },
      {
        path: '^(apps|packages/(back-office|database|server|web))/',
        pathNot: `^(${server}/($1|common)/|apps/portal/content/en/|packages/server/node_modules/)`,
      },
    ),
    forbid(
      'a-feature-of-the-back-office-knows-itself-and-features-of-the-portal',
      { path: `^${backOffice}/(?!${outer})([^/]+)/`, pathNot: tests },
      {
        path: '^(apps|packages/(back-office|database|server|web))/',
        pathNot: `^(${backOffice}/$1/|${server}/(?!${outer})[^/]+/|packages/back-office/node_modules/)`,
      },
    ),
    forbid(
      'the-portal-knows-no-back-office',
      { path: '^(packages/(domain|database|server|web)|apps/portal)/', pathNot: '^apps/portal/.*[.]test[.]ts$' },
      { path: '^(packages/back-office|apps/commands)/' },
    ),
    forbid(
      'commands-start-the-portal-and-know-no-other-entry-point',
      { path: '^apps/commands/', pathNot: tests },
      { path: '^apps/', pathNot: '^apps/(commands/|portal/server/index[.]ts$)' },
    ),
    forbid(
      'adapters-do-not-know-each-other',
      { path: `^${inner}/adapters/([^/]+)/` },
      { path: `^${inner}/adapters/[^/]+/`, pathNot: `^${inner}/adapters/$1/` },
    ),
    forbid(
      'features-do-not-know-the-outside',
      { path: `^${inner}/(?!${outer})[^/]+/`, pathNot: tests },
      { path: `(^${inner}/(adapters|db)/|^${engine}/|node_modules/(fastify|kysely|pg|smpp)/)` },
    ),
    forbid(
      'the-server-knows-no-entry-point',
      { path: '^packages/(server|back-office)/', pathNot: tests },
      { path: '(^apps/(?!portal/content/en/)|^packages/web/|node_modules/(fastify|react|react-router)/)' },
    ),
    forbid(
      'what-entry-points-share-knows-none-of-them',
      { path: '^packages/web/', pathNot: tests },
      { path: '^(apps/|packages/back-office/|packages/server/src/(?!common/))' },
    ),
    forbid(
      'portal-and-console-do-not-know-each-other',
      { path: '^apps/(portal|console)/' },
      { path: '^apps/(portal|console|commands)/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'pages-know-the-server-by-type-only',
      { path: '^apps/(portal|console)/app/', pathNot: tests },
      { path: '^(apps/(portal|console)/server|packages/(server|back-office))/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'journeys-do-not-know-each-other',
      { path: '^apps/portal/app/(?!home/)([^/]+)/', pathNot: tests },
      { path: '^apps/portal/app/[^/]+/', pathNot: `^apps/portal/app/($1|${shared})/` },
    ),
    forbid(
      'pages-know-the-contract-by-type-only',
      { path: '^apps/portal/app/' },
      { path: '^apps/portal/contract/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'contract-is-shapes-only',
      { path: '^apps/portal/contract/', pathNot: tests },
      { pathNot: '(^apps/portal/contract/|node_modules/zod/|^zod$)' },
    ),
    forbid(
      'only-http-meets-the-contract',
      { path: '^(apps/portal/server/(?!http/)|packages/)', pathNot: tests },
      { path: '^apps/portal/contract/' },
    ),
    forbid(
      'server-takes-only-the-context-from-pages',
      { path: '^apps/(portal|console)/server/', pathNot: '/testing/' },
      { path: '^apps/(portal|console)/app/', pathNot: '^apps/[^/]+/app/(portal|console)-context[.]ts$' },
    ),
    forbid(
      'nobody-knows-the-editor',
      { path: '^(apps/portal/(app|server|contract)|packages)/' },
      { path: '^apps/portal/editor/' },
    ),
    forbid(
      'only-the-start-knows-the-wiring',
      {
        path: `^(${inner}/(?!wiring/|testing/)|apps/(portal|console)/server/(?!testing/))[^/]+/`,
        pathNot: `${tests}|/test-[^/]+[.]ts$`,
      },
      {
        path: `^(${inner}/(wiring|testing)|apps/(portal|console)/server/testing)/`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'http-meets-adapters-through-ports-only',
      { path: '^apps/portal/server/http/', pathNot: tests },
      { path: `^(${inner}/(adapters|db)|${engine})/` },
    ),
    forbid(
      'the-product-imports-no-bench-or-end-to-end-test',
      { path: '^(apps|packages|scripts)/' },
      { path: `(${benches}|^e2e/)` },
    ),
    forbid(
      'benches-know-the-server-and-the-domain',
      // The fuzzer feeds every reader of foreign input, and those of entry points too.
      { path: benches, pathNot: '^bench/fuzz/' },
      { path: '^(apps|packages|e2e)/', pathNot: '^packages/(server|back-office|database|domain)/' },
    ),
    forbid(
      'speed-and-reliability-do-not-know-each-other',
      { path: '^bench/(speed|reliability)/' },
      { path: '^bench/(speed|reliability)/', pathNot: '^bench/$1/' },
    ),
    forbid(
      'the-test-environment-knows-no-bench',
      { path: '^bench/(environment|invariants)/' },
      { path: '^bench/', pathNot: '^bench/(environment|invariants)/' },
    ),
    forbid('tests-are-not-imported', {}, { path: '[.](test|spec)[.]tsx?$' }),
    forbid(
      'end-to-end-tests-know-the-product-by-browser-only',
      { path: '^e2e/' },
      { path: `(^(apps|packages)/|${benches})` },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|[.]react-router|[.]types(-test)?)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
