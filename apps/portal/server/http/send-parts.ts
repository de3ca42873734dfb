import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { lengthOf, type Parts } from './encode-body.ts'

const drawn = new WeakMap<Response, readonly string[]>()

/** The words of a page lie beside its answer. */
export function keepWords(answer: Response, parts: readonly string[]): void {
  drawn.set(answer, parts)
}

/** A page part by part as it was drawn, or all of it as one. */
export async function partsOf(response: Response, isAsOne = false): Promise<Parts> {
  const parts = drawn.get(response)
  if (parts === undefined) return [Buffer.from(await response.arrayBuffer())]
  return isAsOne ? [Buffer.from(parts.join(''))] : parts.map((part) => Buffer.from(part))
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
