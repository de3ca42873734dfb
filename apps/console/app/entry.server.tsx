import { createHash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { type HandleDocumentRequestFunction, ServerRouter } from 'react-router'
import { browserFilesContext, consoleContext, reportBug, requestIdContext, signedInContext } from './console-context.ts'
import style from './styles/console.css?inline'
import { languageOf, textsIn } from './texts.ts'
import { ShellContext } from './ui/shell-context.ts'

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * The policy is the same for all pages: one style, the console's own scripts, no frame and no form to other origins.
 */
const contentSecurityPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
  `style-src 'sha256-${styleHash}'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
  'report-uri /csp-reports',
  'report-to csp',
].join('; ')

/** Adds the style, which React would not render again in the browser, and the script of every page. */
const toDocument = (html: string, scriptUrl: string) =>
  `<!doctype html>${html
    .replace('</head>', () => `<style>${style}</style></head>`)
    .replace('</body>', () => `<script type="module" src="${scriptUrl}"></script></body>`)}`

export const handleError = reportBug

export default async function handleRequest(
  ...[request, status, headers, context, contexts]: Parameters<HandleDocumentRequestFunction>
): Promise<Response> {
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
