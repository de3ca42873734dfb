import { receive } from '@nyanja/server/adapters/smpp/test-link'
import { bytesLike } from '../inputs.ts'
import type { Target } from '../target.ts'

/** Makes a PDU of SMPP 3.4 with a header of its length, command, status and number. */
function pdu(command: number, body: Buffer, status = 0): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(16 + body.length, 0)
  head.writeUInt32BE(command, 4)
  head.writeUInt32BE(status, 8)
  head.writeUInt32BE(7, 12)
  return Buffer.concat([head, body])
}

const text =
  'id:123456 sub:001 dlvrd:001 submit date:2611201000 done date:2611201001 stat:DELIVRD err:000 text:Your code'
const addresses = Buffer.from('\0\x01\x01265999000001\0\x05\0Nyanja\0', 'latin1')
const deliverSm = (message: Buffer, more = Buffer.alloc(0)) =>
  pdu(5, Buffer.concat([addresses, Buffer.from([4, 0, 0, 0, 0, 0, 0, 3, 0, message.length]), message, more]))
/** The text in the optional field message_payload, and the receipted message id. */
const fields = Buffer.concat([
  Buffer.from([4, 0x24, 0, text.length]),
  Buffer.from(text),
  Buffer.from('\0\x1e\0\x0412f\0', 'latin1'),
])

const enquireLink = pdu(0x15, Buffer.alloc(0))

export const messages: readonly Target[] = [
  {
    name: 'smpp, pdus of an smsc',
    thousands: 700,
    inputs: bytesLike(
      deliverSm(Buffer.from(text)),
      deliverSm(Buffer.alloc(0), fields),
      Buffer.concat([enquireLink, deliverSm(Buffer.from('Hello')), pdu(6, Buffer.alloc(0))]),
      pdu(0x80000004, Buffer.from('123456\0')),
      pdu(0x80000009, Buffer.from('SMSC\0\x02\x10\0\x01\x34', 'latin1')),
      pdu(0x102, Buffer.concat([addresses, Buffer.from([0, 0])])),
    ),
    read: (input) => receive(input),
  },
]
