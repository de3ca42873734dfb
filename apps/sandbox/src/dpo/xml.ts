import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isJsonObject, type JsonObject } from '../core/bodies.ts'

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false })

const prolog = /^\uFEFF?\s*<\?xml[^>]*\?>/
const entityName = 'amp|lt|gt|quot|apos|#\\d{1,7}|#x[\\da-f]{1,6}'
const bareAmpersand = new RegExp(`&(?!(?:${entityName});)`, 'gi')
const entity = new RegExp(`&(${entityName});`, 'gi')

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The parser is as lenient as DPO: any prolog, also one with backslash-escaped quotes, and URLs with bare ampersands.
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

function decoded(text: string): string {
  return text.replace(entity, (_whole, found: string) => characters[found.toLowerCase()] ?? characterAt(found))
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

/** The tags below one tag of a request, read as text. */
export class Fields {
  readonly #tags: JsonObject

  constructor(tags: JsonObject) {
    this.#tags = tags
  }

  text(tag: string): string {
    const value = this.#tags[tag]
    return typeof value === 'string' ? decoded(value).trim() : ''
  }

  has(tag: string): boolean {
    return this.text(tag) !== ''
  }

  below(tag: string): Fields {
    const value = this.#tags[tag]
    return new Fields(isJsonObject(value) ? value : {})
  }

  /** Returns the parts of a list such as `Services`. */
  each(tag: string): readonly Fields[] {
    return [this.#tags[tag] ?? []]
      .flat()
      .filter(isJsonObject)
      .map((tags) => new Fields(tags))
  }

  firstMissing(tags: readonly string[]): string | undefined {
    return tags.find((tag) => !this.has(tag))
  }

  firstRepeated(): string | undefined {
    return Object.keys(this.#tags).find((tag) => Array.isArray(this.#tags[tag]))
  }
}
