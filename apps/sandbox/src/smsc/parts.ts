import { decodeText } from './alphabet.ts'
import { tlv } from './pdu.ts'
import { octetsOf, type Submission } from './submission.ts'

const hasHeader = 0x40
const shortReference = 0x00
const longReference = 0x08

/** The position of this part in a long message. */
export interface Piece {
  readonly reference: number
  readonly total: number
  readonly number: number
}

export interface Part {
  readonly text: string
  readonly piece?: Piece
}

function pieceInHeader(header: Buffer): Piece | undefined {
  for (let at = 0; at + 2 <= header.length; ) {
    const id = header[at]
    const data = header.subarray(at + 2, at + 2 + (header[at + 1] ?? 0))
    if (id === shortReference && data.length === 3) {
      return { reference: data.readUInt8(0), total: data.readUInt8(1), number: data.readUInt8(2) }
    }
    if (id === longReference && data.length === 4) {
      return { reference: data.readUInt16BE(0), total: data.readUInt8(2), number: data.readUInt8(3) }
    }
    at += 2 + data.length
  }
  return undefined
}

function pieceInTlvs(tlvs: Submission['tlvs']): Piece | undefined {
  const [reference, total, number] = [tlvs.get(tlv.sarReference), tlvs.get(tlv.sarTotal), tlvs.get(tlv.sarNumber)]
  if (reference?.length !== 2 || total?.length !== 1 || number?.length !== 1) return undefined
  return { reference: reference.readUInt16BE(0), total: total.readUInt8(0), number: number.readUInt8(0) }
}

/** Decodes the text of a submission as a handset reads it, without its user data header. */
export function partOf(submission: Submission): Part {
  const octets = octetsOf(submission)
  const headerEnd = (submission.esmClass & hasHeader) === 0 ? 0 : 1 + (octets[0] ?? 0)
  const text = decodeText(octets.subarray(headerEnd), submission.dataCoding)
  const piece = pieceInHeader(octets.subarray(1, Math.max(headerEnd, 1))) ?? pieceInTlvs(submission.tlvs)
  return piece === undefined ? { text } : { text, piece }
}
