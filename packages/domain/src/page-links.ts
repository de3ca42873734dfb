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

/** In a query, what is shown of a page that is the same for everybody: one of a few. */
const choiceNames = ['filter', 'sort', 'kind', 'page', 'radius'] as const

export type ChoiceName = (typeof choiceNames)[number]

/** All that a page of everybody reads in a query: its choices, and words and places that somebody gave. */
export const publicNames: readonly string[] = [...choiceNames, 'q', 'place', 'at']

/** One of a list that an editor writes: by a name that the portal knows, or with words and an address of his own. */
export type ListedLink = { readonly name: string } | { readonly text: string; readonly href: string }

const ownLink = /^\[([^\]]+)\]\(([^)\s]+)\)$/
// One between brackets belongs to the words.
const comma = /,(?![^[]*\])/

/** `contactUs, [Work with us](https://jobs.example.com), about` */
export function listedLinks(list: string): ListedLink[] {
  const parts = list.split(comma).map((part) => part.trim())
  return parts.filter(Boolean).map((part) => {
    const [, text, href] = ownLink.exec(part) ?? []
    return text === undefined || href === undefined ? { name: part } : { text, href }
  })
}

/** Leads to a page of ours or, over a line that nobody reads along, to somebody else's. */
export function isLinkAddress(href: string): boolean {
  return /^(https:\/\/[^/?#\s{}]+([/?#]|$)|\/(?![/\\]))/.test(href)
}
