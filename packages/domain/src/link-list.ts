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
