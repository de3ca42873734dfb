import { isLinkAddress, type ListedLink, listedLinks } from '@nyanja/domain/link-list'
import type { Texts } from './content-source.ts'
import { siteLinkNames } from './site-links.ts'

/** Links of editors that would lead nowhere. */
export function linkFaults(name: string, texts: Texts): string[] {
  const { links = '', href = '' } = texts
  if (name === 'incident-banner') return href === '' || isLinkAddress(href) ? [] : [addressFault('href', href)]
  if (name !== 'website-headers-config' && name !== 'website-footer-config') return []
  return listedLinks(links).flatMap((link) => faultOf(link, siteLinkNames[name]))
}

function faultOf(link: ListedLink, names: readonly string[]): string[] {
  if ('href' in link) return isLinkAddress(link.href) ? [] : [addressFault('links', link.href)]
  return names.includes(link.name) ? [] : [`links: no link is called ${link.name}; there are ${names.join(', ')}`]
}

const addressFault = (key: string, href: string) => `${key}: ${href} is no path and no https address`
