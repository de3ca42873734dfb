/** Of pages that belong to one visitor. */
export const privateHeaders = { 'cache-control': 'no-store' } as const

/** Of pages that are the same for everybody. */
export const publicHeaders = { 'cache-control': 'public, max-age=60, stale-while-revalidate=600' } as const

/** Of those that say how it is going: ten minutes ago would not be now. */
export const soonStaleHeaders = { 'cache-control': 'public, max-age=60' } as const

interface HeadersFrom {
  readonly loaderHeaders: Headers
  readonly actionHeaders: Headers
  readonly errorHeaders?: Headers
}

/** What loader or action said of themselves; an answer to a form is never kept. */
export function pageHeaders({ loaderHeaders, actionHeaders, errorHeaders }: HeadersFrom): HeadersInit {
  const isAnswer = [...actionHeaders].length > 0
  const headers = new Headers(errorHeaders ?? loaderHeaders)
  if (isAnswer || !headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return headers
}
