/** Command ids and statuses of SMPP 3.4, sections 5.1.2.1 and 5.1.3. */
export const command = {
  bindReceiver: 0x01,
  bindTransmitter: 0x02,
  submitSm: 0x04,
  deliverSm: 0x05,
  unbind: 0x06,
  bindTransceiver: 0x09,
  enquireLink: 0x15,
} as const

export const genericNack = 0x80000000
const responseBit = 0x80000000

export const status = {
  ok: 0x00,
  invalidMessageLength: 0x01,
  invalidCommandLength: 0x02,
  invalidCommand: 0x03,
  wrongBindState: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  invalidSource: 0x0a,
  invalidDestination: 0x0b,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  queueFull: 0x14,
  submitFailed: 0x45,
  throttled: 0x58,
  invalidSchedule: 0x61,
  invalidExpiry: 0x62,
} as const

export const tlv = {
  receiptedMessageId: 0x001e,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  interfaceVersion: 0x0210,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const

export interface Pdu {
  readonly id: number
  readonly status: number
  readonly sequence: number
  readonly body: Buffer
}

export const headerLength = 16
const noBody = Buffer.alloc(0)

export function responseId(id: number): number {
  return (id | responseBit) >>> 0
}

export function encodePdu({ id, status, sequence, body = noBody }: Omit<Pdu, 'body'> & { body?: Buffer }): Buffer {
  const header = Buffer.alloc(headerLength)
  header.writeUInt32BE(headerLength + body.length, 0)
  header.writeUInt32BE(id, 4)
  header.writeUInt32BE(status, 8)
  header.writeUInt32BE(sequence, 12)
  return Buffer.concat([header, body])
}

export function cString(text: string | Buffer): Buffer {
  return Buffer.concat([typeof text === 'string' ? Buffer.from(text, 'latin1') : text, Buffer.of(0)])
}

export function encodeTlv(tag: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(tag, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value])
}

const longest = 64 * 1024

/** Splits a TCP stream into PDUs. An impossible length ends the stream: nothing after it can be trusted. */
export class PduReader {
  #rest = Buffer.alloc(0)

  read(chunk: Buffer): readonly (Pdu | 'bad_length')[] {
    const found: (Pdu | 'bad_length')[] = []
    this.#rest = Buffer.concat([this.#rest, chunk])
    while (this.#rest.length >= headerLength) {
      const length = this.#rest.readUInt32BE(0)
      if (length < headerLength || length > longest) return [...found, 'bad_length']
      if (this.#rest.length < length) break
      found.push(cut(this.#rest.subarray(0, length)))
      this.#rest = this.#rest.subarray(length)
    }
    return found
  }
}

function cut(pdu: Buffer): Pdu {
  return {
    id: pdu.readUInt32BE(4),
    status: pdu.readUInt32BE(8),
    sequence: pdu.readUInt32BE(12),
    body: pdu.subarray(headerLength),
  }
}

/** The body does not match its command. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}

/** Reads the fields of a body in their order. */
export class FieldReader {
  readonly #body: Buffer
  #at = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  byte(): number {
    return this.octets(1)[0] ?? 0
  }

  octets(count: number): Buffer {
    if (this.#at + count > this.#body.length) throw new MalformedBody(`${count} octets are missing`)
    this.#at += count
    return this.#body.subarray(this.#at - count, this.#at)
  }

  /** Reads a C-octet string; `size` counts its closing null. */
  text(size: number): string {
    const end = this.#body.indexOf(0, this.#at)
    if (end < 0 || end - this.#at >= size) throw new MalformedBody(`no null within ${size} octets`)
    const text = this.#body.toString('latin1', this.#at, end)
    this.#at = end + 1
    return text
  }

  tlvs(): ReadonlyMap<number, Buffer> {
    const found = new Map<number, Buffer>()
    while (this.#at < this.#body.length) {
      const head = this.octets(4)
      found.set(head.readUInt16BE(0), this.octets(head.readUInt16BE(2)))
    }
    return found
  }
}
