import { renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { bootScript, type DocumentHandle, frames } from './document.ts'
import { inScript } from './format/escape.ts'
import { isForEverybody, pageMeta } from './page-meta.ts'
import { portalContext } from './portal-context.ts'
import { reportBug } from './report-bug.ts'
import { surroundingsOf } from './shell-texts.ts'
import { SurroundingsContext } from './ui/surroundings.ts'

function handleOf(context: EntryContext): DocumentHandle {
  const handles = context.staticHandlerContext.matches.map(({ route }) => context.routeModules[route.id]?.handle)
  return Object.assign({}, ...handles)
}

/** Everything that the browser needs to take the page over, as data: no script of a page differs from the next one's. */
async function handoffOf(context: EntryContext): Promise<string> {
  const { serverHandoffString = '{}' } = context
  return `{"context":${serverHandoffString},${await dataOf(context)},${filesOf(context)}}`
}

/** As plain JSON, which is smaller than React Router's own format; only that one can carry an error. */
async function dataOf({ staticHandlerContext, serverHandoffStream }: EntryContext): Promise<string> {
  const { loaderData, actionData, errors } = staticHandlerContext
  return errors === null
    ? `"data":${JSON.stringify({ loaderData, actionData, errors })}`
    : `"stream":${JSON.stringify(await new Response(serverHandoffStream).text())}`
}

const knownFiles = new Map<string, string>()

/** What to load for the routes of a page: the same for all pages of these routes. */
function filesOf({ manifest, staticHandlerContext }: EntryContext): string {
  const routes = staticHandlerContext.matches.map(({ route }) => route.id)
  const key = routes.join()
  const known = knownFiles.get(key)
  if (known !== undefined) return known
  const matches = routes.map((id) => manifest.routes[id]).filter((route) => route !== undefined)
  const imports = matches.flatMap(({ imports = [] }) => imports)
  const files = JSON.stringify({
    modules: [manifest.url, ...matches.map(({ module }) => module)],
    routes: matches.map(({ id }) => id),
    preloads: [...new Set([...manifest.entry.imports, ...imports])],
    entry: manifest.entry.module,
  }).slice(1, -1)
  knownFiles.set(key, files)
  return files
}

async function takeOver(context: EntryContext): Promise<string> {
  const handoff = inScript(await handoffOf(context))
  return `<script type="application/json" id="handoff">${handoff}</script><script>${bootScript}</script>`
}

const moduleScripts = (modules: string | readonly string[]) =>
  [modules]
    .flat()
    .map((module) => `<script type="module" async src="${module}"></script>`)
    .join('')

/** What is read, and what only script needs: the first can be on the screen while the second is still under way. */
function inParts(parts: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part))
      controller.close()
    },
  })
}

const withTitle = (html: string, title: string) =>
  html.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)

export const handleError = reportBug

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: RouterContextProvider,
): Promise<Response> {
  const { group = 'journey', module = [] } = handleOf(context)
  const { style, policy } = frames[group]
  const portal = given.get(portalContext)
  const url = new URL(request.url)
  const isPublic = isForEverybody(status, headers)
  const html = renderToString(
    <SurroundingsContext value={{ ...surroundingsOf(portal, url), isForEverybody: isPublic }}>
      <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />
    </SurroundingsContext>,
  )
  const scripts = group === 'journey' ? await takeOver(context) : moduleScripts(module)

  headers.set('content-type', 'text/html; charset=utf-8')
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy)
  const meta = isPublic ? pageMeta({ portal, url, html }) : undefined
  if (meta === undefined) headers.set('x-robots-tag', 'noindex')
  // The title of a page that is taken over is drawn again there, from its own words.
  const titled = meta === undefined || group === 'journey' ? html : withTitle(html, meta.title)
  const page = `<!doctype html>${titled.replace('</head>', () => `${meta?.tags ?? ''}<style>${style}</style></head>`)}`
  const end = page.lastIndexOf('</body>')
  const parts = [page.slice(0, end), scripts + page.slice(end)]
  return new Response(group === 'journey' ? inParts(parts) : parts.join(''), { status, headers })
}
