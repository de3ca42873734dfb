import type { LanguagePrefix } from '@nyanja/domain/texts/language'

/** Clean HTML whose links stay in the visitor's language. */
export function withPrefix(html: string, prefix: LanguagePrefix): string {
  return html.replaceAll(/ href="\/(?!files\/)/g, ` href="${prefix}/`)
}

const tags = /<[^>]*>/g
const longestDescription = 155

/** How an answer begins, for whoever sees only a line of it. */
export function beginningOf(html: string): string {
  const text = html
    .replaceAll(tags, ' ')
    .replaceAll(/&(?:#39|quot|amp|lt|gt|nbsp);/g, (entity) => entities[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim()
  if (text.length <= longestDescription) return text
  return `${text.slice(0, longestDescription).replace(/\s\S*$/, '')} …`
}

const entities: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
}
