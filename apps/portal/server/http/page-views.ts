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
}

/** The page that an answer shows, if it shows one. */
export function viewOf(
  request: Asked,
  answer: { readonly status: number; readonly headers: Headers },
  market: Named,
): PageView | undefined {
  const kind = answer.headers.get('content-type') ?? ''
  if (request.method !== 'GET' || answer.status !== 200 || !kind.startsWith('text/html')) return undefined
  const path = withoutQuery(request.url)
  // There is no end to the spellings of an address, and each would be counted for itself.
  if (path.includes('%')) return undefined
  const { opco, languages } = market
  return {
    page: pageName(opco, path),
    language: isPrefixed(path) ? languages.prefixed : languages.unprefixed,
  }
}
