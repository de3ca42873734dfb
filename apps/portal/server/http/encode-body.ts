import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this, headers weigh more than what is saved. */
const smallestWorthwhile = 500

/** Brotli's quality, by what an answer is worth: measured figures stand in docs/performance.md. */
const qualities = { kept: 11, once: 5, onceInARush: 2 } as const
export type Effort = keyof typeof qualities

export type Encoding = 'br' | 'gzip' | 'identity'

export function encodingFor(body: Buffer, acceptEncoding = ''): Encoding {
  if (body.length < smallestWorthwhile) return 'identity'
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity'
}

export function encode(body: Buffer, encoding: Encoding, effort: Effort): Buffer {
  const encoders = { br: () => brotli(body, effort), gzip: () => gzipSync(body), identity: () => body }
  return encoders[encoding]()
}

function brotli(body: Buffer, effort: Effort): Buffer {
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: qualities[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
