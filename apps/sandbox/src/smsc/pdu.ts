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
