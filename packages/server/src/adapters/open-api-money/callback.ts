import { createHmac } from 'node:crypto'
import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import { isSameSecret } from '../../common/seal.ts'
import type { CallbackReader, CallbackReading } from '../../payments/payment-gateway.ts'

/**
 * The provider does not publish which text the hash covers. A: the transaction alone. B: the members without the hash,
 * joined. C: the body as received, with the hash cut out.
 */
export const hashForms = ['A', 'B', 'C'] as const
export type HashForm = (typeof hashForms)[number]

export interface MoneyCallbackOptions {
  /** The key from the operator's portal, where callbacks are signed, and the previous one while it is rotated. */
  readonly keys?: readonly string[]
  /** Tried in this order. */
  readonly forms?: readonly HashForm[]
}

const Transaction = z.object({ id: z.string().min(1) })
const Hash = z.base64()

const signedText: Readonly<Record<HashForm, (text: string, members: readonly RawMember[]) => string>> = {
  A: (_text, members) => rawValueOf(members, 'transaction') ?? '',
  B: (_text, members) => {
    const others = members.filter(({ name }) => name !== 'hash')
    return `{${others.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join(',')}}`
  },
  C: (text, members) => {
    const at = members.findIndex(({ name }) => name === 'hash')
    const [before, hash, after] = [members[at - 1], members[at], members[at + 1]]
    if (hash === undefined) return text
    // The comma that separates the hash from its neighbour is removed with it.
    return before === undefined
      ? text.slice(0, hash.start) + text.slice(after?.start ?? hash.end)
      : text.slice(0, hash.start - 1) + text.slice(hash.end)
  },
}

export function readMoneyCallback(rawBody: Buffer, options: MoneyCallbackOptions): CallbackReading {
  const { keys = [], forms = hashForms } = options
  // The text has one character per byte, so that what remains is verified unchanged.
  const text = rawBody.toString('latin1')
  const members = rawMembers(text)
  const transaction = rawValueOf(members ?? [], 'transaction')
  if (members === undefined || transaction === undefined) return 'unreadable'

  if (keys.length > 0) {
    const hash = Hash.safeParse(parseJson(rawValueOf(members, 'hash') ?? ''))
    const isSignedWith = (one: string) =>
      hash.success && forms.some((form) => matches(signedText[form](text, members), one, hash.data))
    if (!keys.some(isSignedWith)) return 'wrong_signature'
  }
  const read = Transaction.safeParse(parseJson(transaction))
  return read.success ? { attemptId: read.data.id } : 'unreadable'
}

export function createMoneyCallbackReader(options: MoneyCallbackOptions): CallbackReader {
  return {
    isSigned: options.keys !== undefined,
    read: (rawBody) => readMoneyCallback(rawBody, options),
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  }
}

function rawValueOf(members: readonly RawMember[], name: string): string | undefined {
  return members.find((member) => member.name === name)?.value
}

function matches(text: string, key: string, hash: string): boolean {
  const due = createHmac('sha256', key).update(Buffer.from(text, 'latin1')).digest()
  return isSameSecret(Buffer.from(hash, 'base64'), due)
}

/** A raw member is one member of a JSON object, exactly as it was written. */
interface RawMember {
  readonly name: string
  /** The value's own text, without the blanks around it. */
  readonly value: string
  /** The part from after the preceding comma or brace to the end of the value. */
  readonly start: number
  readonly end: number
}

/**
 * Splits the JSON object in the text into members, unparsed, because a signature covers the exact characters: undefined
 * when the text is not one JSON object or repeats a name.
 */
function rawMembers(text: string): readonly RawMember[] | undefined {
  if (!isJsonObject(text)) return undefined

  const members = spansBetweenCommas(text).map(([start, end]) => memberAt(text, start, end))
  return new Set(members.map(({ name }) => name)).size === members.length ? members : undefined
}

function isJsonObject(text: string): boolean {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function spansBetweenCommas(text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = []
  let depth = 0
  let start = text.indexOf('{') + 1

  // A string is one token, so brackets and commas inside it are ignored.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    const ends = (token === ',' && depth === 1) || (token === '}' && depth === 0)
    if (!ends) continue
    if (text.slice(start, index).trim() !== '') spans.push([start, index])
    start = index + 1
  }
  return spans
}

function memberAt(text: string, start: number, end: number): RawMember {
  const [whole = '', name = '""'] = /^\s*("(?:[^"\\]|\\.)*")\s*:/.exec(text.slice(start, end)) ?? []
  const value = text.slice(start + whole.length, end).trimEnd()
  return { name: String(JSON.parse(name)), value: value.trimStart(), start, end: start + whole.length + value.length }
}
