import { inScript } from '../format/escape.ts'

/** Of schema.org. */
export type LinkedData = Readonly<Record<string, unknown>>

/**
 * Tells search engines what a page is about. A block of data is no script: nothing runs it, and the policy of a page
 * without scripts lets it stand. For pages that are not hydrated.
 */
export function StructuredData({ data }: { readonly data: LinkedData }) {
  const json = inScript(JSON.stringify({ '@context': 'https://schema.org', ...data }))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
