import type { FastifyInstance } from 'fastify'

/** A body with the bytes it came in, because signatures cover bytes. */
export interface RawJson {
  readonly raw: Buffer
  /** Undefined: not JSON. */
  readonly json: unknown
}

const bodyLimit = 65_536

export function readRawJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    const raw = Buffer.from(body)
    done(null, { raw, json: parsed(raw) })
  })
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}
