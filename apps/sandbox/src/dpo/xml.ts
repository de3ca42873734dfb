import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isJsonObject, type JsonObject } from '../core/bodies.ts'

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false })

const prolog = /^\uFEFF?\s*<\?xml[^>]*\?>/
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi
const entity = /&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi

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

/** Returns the tags below one tag of a request, as text. */
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

/** DPO's results for a transaction, with DPO's texts. */
export const resultMessages = {
  '000': 'Transaction Paid',
  '001': 'Authorized',
  '002': 'Transaction overpaid/underpaid',
  '003': 'Pending Bank',
  '005': 'Queued Authorization',
  '007': 'Pending Split Payment',
  '900': 'Transaction not paid yet',
  '901': 'Transaction declined',
  '903': 'The transaction passed the Payment Time Limit',
  '904': 'Transaction cancelled',
} as const satisfies Readonly<Record<string, string>>

export type ResultCode = keyof typeof resultMessages

/** In these states the customer may pay, and the payment time limit runs. */
export const payable: readonly ResultCode[] = ['900', '901']

export interface Answer {
  readonly Result: string
  readonly ResultExplanation: string
  readonly [tag: string]: string
}

export const answer = (Result: string, ResultExplanation: string, fields: Record<string, string> = {}): Answer => ({
  ...fields,
  Result,
  ResultExplanation,
})

export const refusals = {
  companyTokenMissing: answer('801', 'Request missing company token'),
  companyTokenUnknown: answer('802', 'Company token does not exist'),
  requestUnknown: answer('803', 'No request or error in Request type name'),
  badXml: answer('804', 'Error in XML'),
} as const

export const transactionFieldFault = (field: string): Answer =>
  answer('902', `Request missing transaction level mandatory fields - ${field}`)

export const mismatch = (field: string): Answer => answer('902', `Data mismatch in one of the fields - ${field}`)

export const fieldFault = (field: string): Answer => answer('950', `Request missing mandatory fields - ${field}`)

export const repeatedTag = (field: string): Answer => answer('960', `Tag appears more than once - ${field}`)
