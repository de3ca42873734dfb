import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this, headers weigh more than what is saved. */
const smallestWorthwhile = 500

/** For answers that are made once: fast rather than smallest. */
const brotliOnTheFly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } }
/** For pages that are kept and sent many times. */
export const brotliForKeeps = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

export type Encoding = 'br' | 'gzip' | 'identity'

export function encodingFor(body: Buffer, acceptEncoding = ''): Encoding {
  if (body.length < smallestWorthwhile) return 'identity'
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity'
}

export function encode(body: Buffer, encoding: Encoding, brotli = brotliOnTheFly): Buffer {
  const encoders = { br: () => brotliCompressSync(body, brotli), gzip: () => gzipSync(body), identity: () => body }
  return encoders[encoding]()
}
