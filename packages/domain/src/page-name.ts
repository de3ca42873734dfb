/** Ids are digits and capitals, or mix both cases with digits; names of pages and articles, such as `get-4g`, do not. */
const isId = (segment: string) =>
  /^\d+$/.test(segment) || /^[0-9A-Z]{6,}$/.test(segment) || (/\d/.test(segment) && /[A-Z]/.test(segment))

/** In the language behind the prefix. */
export const isPrefixed = (pathname: string) => /^\/sw(\/|$)/i.test(pathname)

/** What measuring calls a page: by the end of its path, without its language, and never by anybody's id. */
export function pageName(opco: string, pathname: string): string {
  const segments = pathname.replace(/^\/sw(?=\/|$)/i, '').split('/')
  const last = segments.findLast((segment) => segment !== '' && !isId(segment))
  return last === undefined ? 'homepage' : `${opco}_cw_${last.replaceAll('-', '_').toLowerCase()}`
}
