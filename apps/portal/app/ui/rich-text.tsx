/** What editors wrote as HTML, cleaned where it was read. For pages that are not hydrated: the browser never makes HTML of text. */
export function RichText({ html }: { readonly html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on its way in, and the one place where HTML of others enters a page
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
