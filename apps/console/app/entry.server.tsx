import { renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { browserFilesContext, consoleContext, reportBug, requestIdContext, signedInContext } from './console-context.ts'
import { contentSecurityPolicy, toDocument } from './document.ts'
import { languageOf, textsIn } from './texts.ts'
import { ShellContext } from './ui/shell-context.ts'

export const handleError = reportBug

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: RouterContextProvider,
): Promise<Response> {
  const language = await languageOf(request)
  const shell = {
    ...{ language, texts: textsIn(language) },
    staff: given.get(signedInContext).staff,
    brand: given.get(consoleContext).market.brand,
    requestId: given.get(requestIdContext),
  }
  const html = renderToString(
    <ShellContext value={shell}>
      <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />
    </ShellContext>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentSecurityPolicy)
  return new Response(toDocument(html, given.get(browserFilesContext).module('page')), { status, headers })
}
