import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export interface EncodedBody {
  readonly encoding?: 'br' | 'gzip'
  readonly bytes: Buffer
}

/** Below this, headers weigh more than what is saved. */
const smallestWorthwhile = 500

/** For answers that are made once: fast rather than smallest. */
const brotliOnTheFly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } }
/** For pages that are kept and sent many times. */
export const brotliForKeeps = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

export function encodeBody(body: Buffer, acceptEncoding: string | undefined, brotli = brotliOnTheFly): EncodedBody {
  if (body.length < smallestWorthwhile || acceptEncoding === undefined) return { bytes: body }
  if (/\bbr\b/.test(acceptEncoding)) return { encoding: 'br', bytes: brotliCompressSync(body, brotli) }
  if (/\bgzip\b/.test(acceptEncoding)) return { encoding: 'gzip', bytes: gzipSync(body) }
  return { bytes: body }
}
