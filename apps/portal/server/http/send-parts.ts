import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { lengthOf, type Parts } from './encode-body.ts'

/** The body part by part as it was handed over, or all of it as one. */
export async function partsOf(response: Response, isAsOne = false): Promise<Parts> {
  if (isAsOne || response.body === null) return [Buffer.from(await response.arrayBuffer())]
  const parts: Buffer[] = []
  for await (const { buffer, byteOffset, length } of response.body) parts.push(Buffer.from(buffer, byteOffset, length))
  return parts
}

/** What an answer differs by, besides its encoding. */
export function varyOf(headers: Headers): string {
  return ['accept-encoding', headers.get('vary')].filter(Boolean).join(', ')
}

export function sendParts(reply: FastifyReply, parts: Parts): FastifyReply {
  const [first = Buffer.alloc(0)] = parts
  if (parts.length < 2) return reply.send(first)
  return reply.header('content-length', lengthOf(parts)).send(Readable.from(leaveOneByOne(parts)))
}

/** With a turn of the event loop between them, or the system would join them again. */
async function* leaveOneByOne(parts: Parts) {
  for (const part of parts) {
    yield part
    await setImmediate()
  }
}
