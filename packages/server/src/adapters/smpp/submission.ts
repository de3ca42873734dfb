import type { Fields } from './bound-session.ts'
import { type Alphabet, textParts } from './text-parts.ts'

/** The way in which a text longer than one short message is sent: in parts with a header each, or in one field. */
export type LongTexts = 'parts' | 'payload'

interface Outgoing {
  readonly sender: string
  /** The number with country code. */
  readonly to: string
  readonly text: string
  readonly alphabet: Alphabet
  readonly longTexts?: LongTexts
  /** A number from 0 to 255; the handset joins parts with the same value. */
  readonly joint: number
  readonly validForMs?: number
}

const international = { dest_addr_ton: 1, dest_addr_npi: 1 }
const alphanumeric = { source_addr_ton: 5, source_addr_npi: 0 }
const numeric = { source_addr_ton: 0, source_addr_npi: 1 }
const hasHeader = 0x40

/** Lists the fields of each `submit_sm`, at least one. */
export function submissions(outgoing: Outgoing): [Fields, ...Fields[]] {
  const { sender, to, text, alphabet, longTexts = 'parts', joint, validForMs } = outgoing
  const { dataCoding, parts } = textParts(text, alphabet)
  const common = {
    ...(/^\d+$/.test(sender) ? numeric : alphanumeric),
    source_addr: sender,
    ...international,
    destination_addr: to,
    data_coding: dataCoding,
    registered_delivery: 1,
    ...(validForMs !== undefined && { validity_period: relativeTime(validForMs) }),
  }
  const [first = Buffer.alloc(0), ...others] = parts
  if (others.length === 0) return [{ ...common, short_message: first }]
  if (longTexts === 'payload') {
    return [{ ...common, short_message: Buffer.alloc(0), message_payload: Buffer.concat(parts) }]
  }
  const part = (bytes: Buffer, index: number): Fields => ({
    ...common,
    esm_class: hasHeader,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, joint, parts.length, index + 1]), bytes]),
  })
  return [part(first, 0), ...others.map((bytes, index) => part(bytes, index + 1))]
}

/** Writes a time such as `000000000500000R`: five minutes from now, by the SMSC's own clock. */
function relativeTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const digits = [days, hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join('')
  return `0000${digits}000R`
}
