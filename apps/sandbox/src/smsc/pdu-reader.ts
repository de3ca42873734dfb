import { headerLength, type Pdu } from './pdu.ts'

const longest = 64 * 1024

/** Cuts a TCP stream into PDUs. A length that cannot be true ends the stream: nothing after it can be trusted. */
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

/** The body does not hold what its command promises. */
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

  /** A C-octet string; `size` counts its closing null. */
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
