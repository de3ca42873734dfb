import type { Pdu } from 'smpp'

const states = ['ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'] as const
export type DeliveryState = (typeof states)[number]

export interface DeliveryReport {
  /** The id as reported and, since some SMSCs answer in hex and report in decimal, its other forms. */
  readonly messageIds: readonly string[]
  readonly state: DeliveryState
}

/** The type of a message stands in these bits; this type is a report. */
const typeBits = 0x3c
const reportType = 0x04

/** Undefined when the message is no report, but something that a subscriber has sent. */
export function readReport({ esm_class = 0, short_message }: Pdu): DeliveryReport | undefined {
  if ((esm_class & typeBits) !== reportType) return undefined
  const text = textOf(short_message)
  const id = /\bid:(\S+)/i.exec(text)?.[1]
  const shown = /\bstat:(\w+)/i.exec(text)?.[1]?.toUpperCase()
  return id === undefined
    ? undefined
    : { messageIds: formsOf(id), state: states.find((state) => state === shown) ?? 'UNKNOWN' }
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message
  return typeof message === 'object' && message !== null && 'message' in message ? String(message.message) : ''
}

function formsOf(id: string): string[] {
  const forms = [id]
  if (/^\d{1,19}$/.test(id)) forms.push(BigInt(id).toString(16), BigInt(id).toString(16).toUpperCase())
  if (/^[\da-f]{1,16}$/i.test(id)) forms.push(BigInt(`0x${id}`).toString())
  return [...new Set(forms)]
}
