import { renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { filesFrom, policyWithAssetsFrom, withAssetsFrom } from './assets-origin.ts'
import { bootScript, type DocumentHandle, frames, pageModule, runsScript } from './document.ts'
import { filesOfPage } from './files-of-page.ts'
import { escaped, inScript } from './format/escape.ts'
import { withHead } from './head-of-page.ts'
import { costSentence } from './page-cost.ts'
import { isForEverybody } from './page-meta.ts'
import { picturesIn } from './pictures-of-page.ts'
import { portalContext, weighContext, wordsContext } from './portal-context.ts'
import { reportBug } from './report-bug.ts'
import { surroundingsOf } from './shell-texts.ts'
import { costPlace } from './ui/site-footer.tsx'
import { SurroundingsContext } from './ui/surroundings.ts'
import { languageOf } from './visitor-language.ts'

/** Browsers ask for it with the first page. */
const icon = '/files/favicon.svg'

function handleOf(context: EntryContext): DocumentHandle {
  const handles = context.staticHandlerContext.matches.map(({ route }) => context.routeModules[route.id]?.handle)
  return Object.assign({}, ...handles)
}

/** Everything that the browser needs to take the page over, as data: no script of a page differs from the next one's. */
async function handoffOf(context: EntryContext, assetsOrigin: string | undefined): Promise<string> {
  const { serverHandoffString = '{}' } = context
  return `{"context":${serverHandoffString},${await dataOf(context)},${filesFrom(assetsOrigin, filesOfPage(context).json)}}`
}

/** As plain JSON, which is smaller than React Router's own format; only that one can carry an error. */
async function dataOf({ staticHandlerContext, serverHandoffStream }: EntryContext): Promise<string> {
  const { loaderData, actionData, errors } = staticHandlerContext
  return errors === null
    ? `"data":${JSON.stringify({ loaderData, actionData, errors })}`
    : `"stream":${JSON.stringify(await new Response(serverHandoffStream).text())}`
}

async function takeOver(context: EntryContext, assetsOrigin: string | undefined): Promise<string> {
  const handoff = inScript(await handoffOf(context, assetsOrigin))
  return `<script type="application/json" id="handoff">${handoff}</script><script>${bootScript}</script>`
}

const moduleScripts = (modules: readonly string[]) =>
  modules.map((module) => `<script type="module" async src="${module}"></script>`).join('')

/** The foot comes last, whatever words stand before it. */
function withCost(words: string, sentence: string): string {
  const at = words.lastIndexOf(costPlace)
  return at < 0 ? words : words.slice(0, at) + escaped(sentence) + words.slice(at + costPlace.length)
}

export const handleError = reportBug

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: RouterContextProvider,
): Promise<Response> {
  const { group = 'journey', module = [] } = handleOf(context)
  const hasScript = runsScript(group)
  const modules = [...[module].flat(), ...(hasScript ? [pageModule] : [])]
  const { style, policy } = frames[group]
  const portal = given.get(portalContext)
  const { content, market, assetsOrigin } = portal
  const url = new URL(request.url)
  const isPublic = isForEverybody(status, headers)
  const html = renderToString(
    <SurroundingsContext value={{ ...surroundingsOf(portal, url), isForEverybody: isPublic, hasScript }}>
      <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />
    </SurroundingsContext>,
  )
  const isTakenOver = group === 'journey'
  const scripts = (isTakenOver ? await takeOver(context, assetsOrigin) : '') + moduleScripts(modules)

  headers.set('content-type', 'text/html; charset=utf-8')
  const ownPolicy = headers.get('content-security-policy') ?? policy
  headers.set('content-security-policy', policyWithAssetsFrom(assetsOrigin, ownPolicy))
  if (!isPublic) headers.set('x-robots-tag', 'noindex')
  const page = `<!doctype html>${withHead({ portal, url, html, status, isPublic, style, isTakenOver })}`
  const end = page.lastIndexOf('</body>')
  const words = page.slice(0, end)
  const rest = scripts + page.slice(end)
  const language = languageOf(url, market)
  const bytes = given.get(weighContext)({
    html: words + rest,
    files: [icon, ...picturesIn(html), ...(isTakenOver ? filesOfPage(context).names : []), ...modules],
    kind: `${language} ${filesOfPage(context).key}`,
    isPublic,
  })
  const sentence = costSentence(bytes, content.page('footer-translation', language), market)
  const parts = [withCost(words, sentence), rest].map((part) => withAssetsFrom(assetsOrigin, part))
  const answer = new Response(null, { status, headers })
  given.get(wordsContext)(answer, isTakenOver ? parts : [parts.join('')])
  return answer
}
