import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isJsonObject, type JsonObject } from '../core/json.ts'

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false })

const prolog = /^\uFEFF?\s*<\?xml[^>]*\?>/
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi
const entity = /&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * As lenient as DPO: any prolog, also one with backslash-escaped quotes, and URLs with bare ampersands.
 * Document types are refused, so that no entity is ever expanded.
 */
export function readXml(text: string): JsonObject | undefined {
  const xml = text.replace(prolog, '').replace(bareAmpersand, '&amp;').trim()
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) return undefined
  try {
    const parsed: unknown = parser.parse(xml)
    const root = isJsonObject(parsed) ? parsed.API3G : undefined
    return isJsonObject(root) ? root : undefined
  } catch {
    return undefined
  }
}

export function decoded(text: string): string {
  return text.replace(entity, (_whole, name: string) => characters[name.toLowerCase()] ?? characterAt(name))
}

function characterAt(reference: string): string {
  const code = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

export function writeXml(fields: Readonly<Record<string, string>>): string {
  const tags = Object.entries(fields).map(([tag, value]) => `<${tag}>${escaped(value)}</${tag}>`)
  return `<?xml version="1.0" encoding="utf-8"?><API3G>${tags.join('')}</API3G>`
}
