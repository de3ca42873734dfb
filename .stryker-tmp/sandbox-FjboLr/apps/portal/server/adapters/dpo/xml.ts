// @ts-nocheck
import { XMLParser } from 'fast-xml-parser'

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false })

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export type XmlFields = { readonly [tag: string]: string | XmlFields | undefined }

/** `{ API3G: { Request: 'x' } }` as XML. Undefined fields are left out. */
export function writeXml(fields: XmlFields): string {
  return `<?xml version="1.0" encoding="utf-8"?>${elements(fields)}`
}

function elements(fields: XmlFields): string {
  return Object.entries(fields)
    .map(([tag, value]) => (value === undefined ? '' : `<${tag}>${content(value)}</${tag}>`))
    .join('')
}

function content(value: string | XmlFields): string {
  if (typeof value !== 'string') return elements(value)
  // Control characters cannot stand in XML 1.0, not even escaped.
  return value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** Undefined when the text is not XML, or brings a document type, through which entities come in. */
export function readXml(text: string): unknown {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined
  try {
    return parser.parse(text, true)
  } catch {
    return undefined
  }
}
