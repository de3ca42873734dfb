// @ts-nocheck
import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { bootScript, type DocumentHandle, frames } from './document.ts'

/** Ends every script or data block early if it stood in the page as it is. */
const inScript = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

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

const moduleScript = (module: string | undefined) =>
  module === undefined ? '' : `<script type="module" async src="${module}"></script>`

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

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { group = 'journey', module } = handleOf(context)
  const { style, policy } = frames[group]
  const html = renderToString(
    <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />,
  )
  const scripts = group === 'journey' ? await takeOver(context) : moduleScript(module)

  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', policy)
  const page = `<!doctype html>${html.replace('</head>', () => `<style>${style}</style></head>`)}`
  const end = page.lastIndexOf('</body>')
  const parts = [page.slice(0, end), scripts + page.slice(end)]
  return new Response(group === 'journey' ? inParts(parts) : parts.join(''), { status, headers })
}
