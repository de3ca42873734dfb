import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallbackReader, CallbackReading } from '../../payments/callback-reader.ts'
import { type RawMember, rawMembers } from './json-members.ts'

/**
 * Which text the hash covers is not published. A: the transaction alone. B: the members but the hash, closed up.
 * C: the body as it came, with the hash cut out.
 */
export const hashForms = ['A', 'B', 'C'] as const
export type HashForm = (typeof hashForms)[number]

export interface MoneyCallbackOptions {
  /** From the operator's portal, where callbacks are signed. */
  readonly key?: string
  /** Believed too while the key is changed. */
  readonly previousKey?: string
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
    // With the hash goes the comma that parted it from its neighbour.
    return before === undefined
      ? text.slice(0, hash.start) + text.slice(after?.start ?? hash.end)
      : text.slice(0, hash.start - 1) + text.slice(hash.end)
  },
}

export function readMoneyCallback(rawBody: Buffer, options: MoneyCallbackOptions): CallbackReading {
  const { key, previousKey = key, forms = hashForms } = options
  // One character per byte, so that what is cut out is signed unchanged.
  const text = rawBody.toString('latin1')
  const members = rawMembers(text)
  const transaction = rawValueOf(members ?? [], 'transaction')
  if (members === undefined || transaction === undefined) return 'unreadable'

  if (key !== undefined && previousKey !== undefined) {
    const hash = Hash.safeParse(parsed(rawValueOf(members, 'hash')))
    const isSignedWith = (one: string) =>
      hash.success && forms.some((form) => matches(signedText[form](text, members), one, hash.data))
    if (!isSignedWith(key) && !isSignedWith(previousKey)) return 'wrong_signature'
  }
  const read = Transaction.safeParse(parsed(transaction))
  return read.success ? { reference: read.data.id } : 'unreadable'
}

export function createMoneyCallbackReader(options: MoneyCallbackOptions): CallbackReader {
  return {
    isSigned: options.key !== undefined,
    read: (rawBody) => readMoneyCallback(rawBody, options),
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  }
}

function rawValueOf(members: readonly RawMember[], name: string): string | undefined {
  return members.find((member) => member.name === name)?.value
}

function parsed(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json)
}

function matches(text: string, key: string, hash: string): boolean {
  const due = createHmac('sha256', key).update(Buffer.from(text, 'latin1')).digest()
  const received = Buffer.from(hash, 'base64')
  return received.length === due.length && timingSafeEqual(received, due)
}
