const isId = (segment: string) => /\d/.test(segment) || /^[A-Z]{6,}$/.test(segment)

/** In the language behind the prefix. */
export const isPrefixed = (pathname: string) => /^\/sw(\/|$)/i.test(pathname)

/** What measuring calls a page: by the end of its path, without its language, and never by anybody's id. */
export function pageName(opco: string, pathname: string): string {
  const segments = pathname.replace(/^\/sw(?=\/|$)/i, '').split('/')
  const last = segments.findLast((segment) => segment !== '' && !isId(segment))
  return last === undefined ? 'homepage' : `${opco}_cw_${last.replaceAll('-', '_').toLowerCase()}`
}
