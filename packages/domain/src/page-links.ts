import { languagePrefixOf } from './texts/language.ts'

/** Ids are digits and capitals, or mix both cases with digits; names of pages and articles, such as `get-4g`, do not. */
const isId = (segment: string) =>
  /^\d+$/.test(segment) || /^[0-9A-Z]{6,}$/.test(segment) || (/\d/.test(segment) && /[A-Z]/.test(segment))

/** The analytics name of a page: the last segment of its path, without language prefix and ids. */
export function pageName(opco: string, pathname: string): string {
  const segments = pathname.slice(languagePrefixOf(pathname).length).split('/')
  const last = segments.findLast((segment) => segment !== '' && !isId(segment))
  return last === undefined ? 'homepage' : `${opco}_cw_${last.replaceAll('-', '_').toLowerCase()}`
}

/** Query parameters that choose among a few variants of a public page. */
const choiceNames = ['filter', 'sort', 'kind', 'page', 'radius'] as const

export type ChoiceName = (typeof choiceNames)[number]

/** All query parameters of public pages: choices, search words and places. */
export const publicNames: readonly string[] = [...choiceNames, 'q', 'place', 'at']

/** An entry of a list in the content: the name of a page, or a text with an address. */
export type ListedLink = { readonly name: string } | { readonly text: string; readonly href: string }

const ownLink = /^\[([^\]]+)\]\(([^)\s]+)\)$/
// A comma between brackets belongs to the text.
const comma = /,(?![^[]*\])/

/** Reads a list such as `contactUs, [Work with us](https://jobs.example.com), about`. */
export function listedLinks(list: string): ListedLink[] {
  const parts = list.split(comma).map((part) => part.trim())
  return parts.filter(Boolean).map((part) => {
    const [, text, href] = ownLink.exec(part) ?? []
    return text === undefined || href === undefined ? { name: part } : { text, href }
  })
}

/** A path of this site, or an https URL of another one. */
export function isLinkAddress(href: string): boolean {
  return /^(https:\/\/[^/?#\s{}]+([/?#]|$)|\/(?![/\\]))/.test(href)
}

/**
 * The address of the same page at this moment: some browsers show a page that they have shown from memory, whatever its
 * headers say.
 */
export function onceMore(href: string, now: number): string {
  const [address = '', ...part] = href.split('#')
  const sign = address.includes('?') ? '&' : '?'
  return [`${address}${sign}checked=${now.toString(36)}`, ...part].join('#')
}
