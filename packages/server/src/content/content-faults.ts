import { isLinkAddress, type ListedLink, listedLinks } from '@nyanja/domain/page-links'
import { type FillValues, listPlaceholders } from '@nyanja/domain/texts/fill'
import { referenceLanguage } from '@nyanja/domain/texts/language'
import { documentNames, type FaultInFile, listDifferences, readDocument } from './content-documents.ts'
import { packageNames } from './content-packages.ts'
import type { ContentFault, Documents, FoundContent, Packages, Texts } from './content-source.ts'
import { siteLinkNames } from './site-links.ts'

/** The texts that are an address or empty. */
const addressKeys: Readonly<Record<string, string>> = { 'incident-banner': 'href', 'meta-data-config': 'preview' }

/** Lists links in the content that are not valid addresses. */
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
  // Pages cannot use JSON that browsers cannot parse.
  const isGood = isLinkAddress(href) && (href.startsWith('/') || URL.canParse(href))
  return isGood ? [] : [faultAt(key, `${href} is neither a path nor an https address`)]
}

const faultAt = (key: string, what: string): FaultInFile => ({ key, message: `${key}: ${what}` })

/** Lists all faults of the texts in these languages at once. */
export function listContentFaults(
  found: FoundContent,
  languages: readonly string[],
  constants: FillValues,
): ContentFault[] {
  const english = found.languages[referenceLanguage] ?? {}
  const shapes = found.documents[referenceLanguage] ?? {}
  const missing = languages.filter((language) => !Object.hasOwn(found.languages, language))
  // An unreadable package is not a missing one.
  const unread = new Set(found.faults.map(({ file }) => file))
  const lacking = (names: readonly string[], own: object) =>
    names
      .map((name) => ({ name, file: `${referenceLanguage}/${name}` }))
      .filter(({ name, file }) => !Object.hasOwn(own, name) && !unread.has(file))
      .map(({ file }) => ({ file, message: 'missing' }))
  return [
    ...found.faults,
    ...missing.map((language) => ({ file: language, message: 'there are no texts' })),
    ...lacking(packageNames, english),
    ...lacking(documentNames, shapes),
    ...languages.flatMap((language) => [
      ...faultsInLanguage(language, found.languages[language] ?? {}, english, Object.keys(constants)),
      ...faultsInDocuments(language, found.documents[language] ?? {}, shapes, constants),
    ]),
  ]
}

/** Describes a fault such as `sw/loader-translation line 3: unknown key wiat`. */
export function describeFault({ file, key, message }: ContentFault, { lineOf }: Pick<FoundContent, 'lineOf'>): string {
  const line = key === undefined ? undefined : lineOf?.(file, key)
  return `${file}${line === undefined ? '' : ` line ${line}`}: ${message}`
}

function faultsInDocuments(language: string, documents: Documents, english: Documents, constants: FillValues) {
  return Object.entries(documents).flatMap(([name, value]) => {
    const reading = readDocument(name, value, constants)
    const faults = 'faults' in reading ? reading.faults : listDifferences(english[name], value)
    return faults.map((fault) => ({ file: `${language}/${name}`, ...fault }))
  })
}

function faultsInLanguage(language: string, packages: Packages, english: Packages, constants: readonly string[]) {
  return Object.entries(packages).flatMap(([name, texts]): ContentFault[] => {
    const file = `${language}/${name}`
    if (!packageNames.includes(name)) return [{ file, message: 'unknown package' }]
    const model = english[name]
    const faults = [
      ...textFaults(texts, model ?? texts, constants),
      ...linkFaults(name, texts),
      ...switchFaults(name, texts),
    ]
    return faults.map((fault) => ({ file, ...fault }))
  })
}

/** Switches must be `true` or `false`, so that `no` does not count as on. */
function switchFaults(name: string, { active = '' }: Texts): FaultInFile[] {
  if (name !== 'incident-banner' || active === '' || active === 'yes') return []
  return [{ key: 'active', message: `active must be yes, or empty to take the note away; ${active} is neither` }]
}

/** Lists the faults of a package's texts compared with the English ones. */
export function textFaults(texts: Texts, model: Texts, constants: readonly string[]): FaultInFile[] {
  const faults = Object.entries(texts).flatMap(([key, text]) => {
    const modelText = model[key]
    const messages =
      modelText === undefined ? [`unknown key ${key}`] : faultsInPlaces(key, { text, modelText, constants })
    return messages.map((message) => ({ key, message }))
  })
  return [...faults, ...openPlacesInHtml(texts, constants)]
}

interface Compared {
  readonly text: string
  readonly modelText: string
  readonly constants: readonly string[]
}

/** Pages fill placeholders of the English text; the market's texts may be used anywhere. */
function faultsInPlaces(key: string, { text, modelText, constants }: Compared): string[] {
  const listOwnPlaceholders = (of: string) =>
    [...new Set(listPlaceholders(of))].filter((name) => !constants.includes(name)).sort()
  const [places, wanted] = [listOwnPlaceholders(text), listOwnPlaceholders(modelText)]
  const strange = places.filter((name) => !wanted.includes(name))
  const missing = wanted.filter((name) => !places.includes(name))
  return [
    ...(strange.length > 0 ? [`${key} holds ${inBraces(strange)}, which has no value`] : []),
    ...(missing.length > 0 ? [`${key} must hold ${inBraces(missing)}, as in English`] : []),
  ]
}

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' ')

// Lists placeholders in HTML: a value inserted into sanitised HTML would not be sanitised.
function openPlacesInHtml(texts: Texts, constants: readonly string[]): FaultInFile[] {
  return Object.entries(texts)
    .filter(([key]) => key.endsWith('Html'))
    .filter(([, text]) => listPlaceholders(text).some((name) => !constants.includes(name)))
    .map(([key]) => ({ key, message: `${key} is HTML and may hold only ${inBraces(constants)}` }))
}
