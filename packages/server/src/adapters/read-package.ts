import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'
import { isDocumentName } from '../content/content-documents.ts'
import type { Texts } from '../content/content-source.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'em',
    'h2',
    'h3',
    'ul',
    'ol',
    'li',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href'], th: ['scope'] },
  allowedSchemes: ['https', 'tel', 'mailto'],
  allowProtocolRelative: false,
}

export function cleanHtml(html: string): string {
  return sanitizeHtml(html, options)
}

export type PackageRead = { readonly texts: Texts } | { readonly document: unknown } | { readonly fault: string }

const FlatTexts = z.record(z.string(), z.string())

/** Reads one package as written, with its HTML sanitised. */
export function readPackage(name: string, json: string): PackageRead {
  const { value, fault } = parse(json)
  if (fault !== undefined) return { fault }
  if (isDocumentName(name)) return { document: value }
  const parsed = FlatTexts.safeParse(value)
  if (parsed.success) return { texts: withCleanHtml(parsed.data) }
  const places = parsed.error.issues.map(({ path: keys }) => keys.join('.')).filter(Boolean)
  return { fault: places.length === 0 ? 'not a JSON object' : `not a text: ${places.join(', ')}` }
}

function parse(json: string): { value?: unknown; fault?: string } {
  try {
    return { value: JSON.parse(json) }
  } catch (error) {
    return { fault: `not JSON, ${placeOf(json, error instanceof Error ? error.message : '')}` }
  }
}

/** Editors need the line. The parser stops after the mistake, so the line before may contain it. */
function placeOf(json: string, message: string): string {
  const at = /at position (\d+)/.exec(message)?.[1]
  const before = at === undefined ? json : json.slice(0, Number(at))
  return `look at line ${before.trimEnd().split('\n').length}`
}

function withCleanHtml(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, key.endsWith('Html') ? cleanHtml(text) : text]),
  )
}
