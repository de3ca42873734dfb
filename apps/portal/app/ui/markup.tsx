import type { MouseEvent } from 'react'
import type { ModuleName } from '../browser-files.ts'
import { inScript } from '../format/text.ts'
import { useShell } from './shell-context.ts'

/** Editors' HTML, cleaned when it was read. For pages that are not hydrated: the browser never makes HTML of text. */
export function RichText({ html }: { readonly html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on its way in, and the one place where HTML of others enters a page
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

/** A type of schema.org. */
export type LinkedData = Readonly<Record<string, unknown>>

/**
 * Describes a page to search engines. A block of data is no script: nothing runs it, and the policy of a page without
 * scripts allows it. For pages that are not hydrated.
 */
export function StructuredData({ data }: { readonly data: LinkedData }) {
  const json = inScript(JSON.stringify({ '@context': 'https://schema.org', ...data }))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** A small script of a part of a page that not every visit shows. The server adds it, never React in an island. */
export function ModuleScript({ name }: { readonly name: ModuleName }) {
  useShell()?.addModule(name)
  return null
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/**
 * The handler is for a link to content that is already on the page: the address becomes the link's, so that a form
 * below it and a reload mean the same, and no page is loaded. With a modifier key it stays a link.
 */
export function replaceBy(show: () => void) {
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlain(event)) return
    event.preventDefault()
    history.replaceState(history.state, '', event.currentTarget.href)
    show()
  }
}
