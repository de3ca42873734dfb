import { isLinkAddress, type ListedLink, listedLinks } from '@nyanja/domain/page-links'
import type { Texts } from './content-source.ts'
import type { FaultInFile } from './document-faults.ts'
import { siteLinkNames } from './site-links.ts'

/** Texts that are an address, where there is one. */
const addressKeys: Readonly<Record<string, string>> = { 'incident-banner': 'href', 'meta-data-config': 'preview' }

/** Links of editors that would lead nowhere. */
export function linkFaults(name: string, texts: Texts): FaultInFile[] {
  const key = addressKeys[name]
  const { links = '', [key ?? '']: address = '' } = texts
  if (key !== undefined) return address === '' ? [] : addressFaults(key, address)
  if (name !== 'website-headers-config' && name !== 'website-footer-config') return []
  return listedLinks(links).flatMap((link) => faultOf(link, siteLinkNames[name]))
}

function faultOf(link: ListedLink, names: readonly string[]): FaultInFile[] {
  if ('href' in link) return addressFaults('links', link.href)
  return names.includes(link.name)
    ? []
    : [faultAt('links', `no link is called ${link.name}; there are ${names.join(', ')}`)]
}

function addressFaults(key: string, href: string): FaultInFile[] {
  // What a browser cannot read, no page can be made with.
  const isGood = isLinkAddress(href) && (href.startsWith('/') || URL.canParse(href))
  return isGood ? [] : [faultAt(key, `${href} is no path and no https address`)]
}

const faultAt = (key: string, what: string): FaultInFile => ({ key, message: `${key}: ${what}` })
