import { pageName } from '@nyanja/domain/page-links'
import { escaped } from '@nyanja/domain/texts/escape'
import { renderToString } from 'react-dom/server'
import { type EntryContext, type HandleDocumentRequestFunction, ServerRouter } from 'react-router'
import { islandFilesIn, type ModuleName, policyWithAssetsFrom, withAssetsFrom } from './browser-files.ts'
import { type DocumentHandle, documentFrames, runsScript } from './document.ts'
import { formatPageCost } from './page-cost.ts'
import { languageOf } from './page-language.ts'
import { isForEverybody, type MetaOptions, pageMeta, picturesIn } from './page-meta.ts'
import { browserFilesContext, htmlContext, pageWeigherContext, portalContext, reportBug } from './portal-context.ts'
import { toShell } from './shell-texts.ts'
import { ShellContext } from './ui/shell-context.ts'
import { pageCostPlaceholder } from './ui/site-frame.tsx'

/** Browsers request it with the first page. */
const icon = '/files/favicon.svg'

function handleOf(context: EntryContext): DocumentHandle {
  const handles = context.staticHandlerContext.matches.map(({ route }) => context.routeModules[route.id]?.handle)
  return Object.assign({}, ...handles)
}

const routesOf = ({ staticHandlerContext }: EntryContext) =>
  staticHandlerContext.matches.map(({ route }) => route.id).join()

const moduleScripts = (modules: readonly string[]) =>
  modules.map((module) => `<script type="module" async src="${module}"></script>`).join('')

/** The footer comes last, so text before it cannot take its place. */
function withCost(body: string, sentence: string): string {
  const at = body.lastIndexOf(pageCostPlaceholder)
  return at < 0 ? body : body.slice(0, at) + escaped(sentence) + body.slice(at + pageCostPlaceholder.length)
}

export const handleError = reportBug

export default async function handleRequest(
  ...[request, status, headers, context, contexts]: Parameters<HandleDocumentRequestFunction>
): Promise<Response> {
  const { group = 'journey', module = [] } = handleOf(context)
  const hasScript = runsScript(group)
  const browserFiles = contexts.get(browserFilesContext)
  const moduleNames = new Set<ModuleName>([...[module].flat(), ...(hasScript ? ['page' as const] : [])])
  const portal = contexts.get(portalContext)
  const { content, market, assetsOrigin } = portal
  const { style, policy } = documentFrames(market).frameOf(group)
  const url = new URL(request.url)
  const isPublic = isForEverybody(status, headers)
  const scripts = { hasScript, browserFiles, addModule: (name: ModuleName) => moduleNames.add(name) }
  const html = renderToString(
    <ShellContext value={{ ...toShell(portal, url), isForEverybody: isPublic, ...scripts }}>
      <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />
    </ShellContext>,
  )
  const modules = [...moduleNames].map(browserFiles.module)

  headers.set('content-type', 'text/html; charset=utf-8')
  const ownPolicy = headers.get('content-security-policy') ?? policy
  headers.set('content-security-policy', policyWithAssetsFrom(assetsOrigin, ownPolicy))
  if (!isPublic) headers.set('x-robots-tag', 'noindex')
  const page = `<!doctype html>${withHead({ portal, url, html, status, isPublic, style })}`
  const end = page.lastIndexOf('</body>')
  const body = page.slice(0, end)
  const rest = moduleScripts(modules) + page.slice(end)
  const language = languageOf(url, market)
  const weight = contexts.get(pageWeigherContext)({
    html: body + rest,
    files: [icon, ...picturesIn(html), ...modules],
    islandFiles: islandFilesIn(html),
    kind: `${language} ${routesOf(context)}`,
    isPublic,
  })
  const sentence = formatPageCost(weight, content.page('footer-translation', language), market)
  const answer = new Response(null, { status, headers })
  contexts.get(htmlContext)(answer, withAssetsFrom(assetsOrigin, withCost(body, sentence) + rest))
  return answer
}

interface HeadOptions extends MetaOptions {
  readonly status: number
  /** The page is public, so search engines may show it. */
  readonly isPublic: boolean
  readonly style: string
}

/** Adds the page's metadata: for search engines, for measuring visits, and its style. */
function withHead({ html, status, isPublic, style, ...rest }: HeadOptions): string {
  const meta = isPublic ? pageMeta({ html, ...rest }) : undefined
  const name = `<meta name="page" content="${escaped(pageName(rest.portal.market.opco, rest.url.pathname))}"/>`
  const tags = `${meta?.tags ?? ''}${status === 200 ? name : ''}<style>${style}</style></head>`
  const titled = meta === undefined ? html : html.replace(/<title>[^<]*<\/title>/, () => `<title>${meta.title}</title>`)
  return titled.replace('</head>', () => tags)
}
