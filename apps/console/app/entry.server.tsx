import { renderToString } from 'react-dom/server'
import { type HandleDocumentRequestFunction, ServerRouter } from 'react-router'
import { browserFilesContext, consoleContext, reportBug, requestIdContext, signedInContext } from './console-context.ts'
import { contentSecurityPolicy, toDocument } from './document.ts'
import { languageOf, textsIn } from './texts.ts'
import { ShellContext } from './ui/shell-context.ts'

export const handleError = reportBug

const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, context, contexts) => {
  const language = await languageOf(request)
  const shell = {
    ...{ language, texts: textsIn(language) },
    staff: contexts.get(signedInContext).staff,
    brand: contexts.get(consoleContext).market.brand,
    requestId: contexts.get(requestIdContext),
  }
  const html = renderToString(
    <ShellContext value={shell}>
      <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />
    </ShellContext>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentSecurityPolicy)
  return new Response(toDocument(html, contexts.get(browserFilesContext).module('page')), { status, headers })
}
export default handleRequest
