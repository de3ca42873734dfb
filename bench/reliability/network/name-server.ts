import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type NameAnswer = 'right' | 'wrong' | 'none' | 'failure'

interface NameServerOptions {
  readonly host: string
  readonly addresses: Readonly<Record<string, string>>
  /** The address that wrong answers lead to. */
  readonly wrongAddress: string
}

const headerBytes = 12
const addressType = 1
const serverFailure = 2

/** A name server (RFC 1035) for a few names, which may answer wrongly, not at all, or that it cannot. */
export async function openNameServer({ host, addresses, wrongAddress }: NameServerOptions) {
  let special: NameAnswer = 'right'
  let specialNames: readonly string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query)
    const answers = specialNames.includes(name) ? special : 'right'
    if (answers === 'none') return
    const found = answers === 'wrong' ? wrongAddress : addresses[name]
    const isAnswered = answers !== 'failure' && type === addressType && found !== undefined
    const header = Buffer.from(query.subarray(0, headerBytes))
    // The answer is a response, with recursion, to one question.
    header.writeUInt16BE(0x8180 | (answers === 'failure' ? serverFailure : 0), 2)
    header.writeUInt16BE(isAnswered ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const answer = isAnswered ? answerOf(found) : Buffer.alloc(0)
    socket.send(Buffer.concat([header, query.subarray(headerBytes, end), answer]), port, address)
  })
  socket.bind(53, host)
  await once(socket, 'listening')
  return {
    /** It answers for these names. */
    answerWith(how: NameAnswer, names: readonly string[]) {
      special = how
      specialNames = names
    },
    close: () => socket.close(),
  }
}

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Builds the record for the name in the question, valid for this one use. */
function answerOf(address: string): Buffer {
  const head = Buffer.from([0xc0, headerBytes, 0, addressType, 0, 1, 0, 0, 0, 0, 0, 4])
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))])
}
