import { isPrefixed, pageName } from '@nyanja/domain/page-links'
import type { PageView } from '../tracking/page-views.ts'
import { withoutQuery } from './logged-path.ts'

interface Named {
  readonly opco: string
  readonly languages: { readonly unprefixed: string; readonly prefixed: string }
}

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: { readonly referer?: string | undefined }
}

/** The path of the page that a request asks for; the data of one, where script goes on inside a journey. */
function pathOf({ url, headers }: Asked): string | undefined {
  const path = withoutQuery(url)
  if (!path.endsWith('.data')) return path
  const page = path.slice(0, -'.data'.length).replace(/\/_root$/, '/')
  // Data that a page asks for about itself is no other page.
  const from = URL.parse(headers.referer ?? '')?.pathname
  return /[?&]_routes=/.test(url) || from === page || !/^[a-z/_-]+$/i.test(page) ? undefined : page
}

/** The page that an answer shows, if it shows one. */
export function viewOf(
  request: Asked,
  answer: { readonly status: number; readonly headers: Headers },
  market: Named,
): PageView | undefined {
  const kind = answer.headers.get('content-type') ?? ''
  if (request.method !== 'GET' || answer.status !== 200 || !/^text\/(html|x-script)/.test(kind)) return undefined
  const path = pathOf(request)
  // There is no end to the spellings of an address, and each would be counted for itself.
  if (path === undefined || path.includes('%')) return undefined
  const { opco, languages } = market
  return {
    page: pageName(opco, path),
    language: isPrefixed(path) ? languages.prefixed : languages.unprefixed,
  }
}
