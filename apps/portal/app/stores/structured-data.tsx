/** Facts for search engines: data, which no browser runs. */
export function StructuredData({ facts }: { readonly facts: object }) {
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block has no other way in, and nothing in it can end it
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
