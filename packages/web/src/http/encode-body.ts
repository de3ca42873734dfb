import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/** Below this, headers weigh more than compression saves. */
const smallestWorthwhile = 500

/**
 * The quality of Brotli, by what an answer is worth: docs/performance.md has the measured figures. Up to `mostAtOnce`
 * bytes compressing takes less time than handing the work to a thread; larger answers go to a thread.
 */
const efforts = {
  keptForLong: { quality: 11, mostAtOnce: 0 },
  kept: { quality: 7, mostAtOnce: 0 },
  once: { quality: 5, mostAtOnce: 64 * 1024 },
  onceInARush: { quality: 2, mostAtOnce: 64 * 1024 },
} as const
export type Effort = keyof typeof efforts

const brotliAside = promisify(brotliCompress)
const gzipAside = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

export function encodingFor(answer: Buffer, acceptEncoding = ''): Encoding {
  if (answer.length < smallestWorthwhile) return 'identity'
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity'
}

export async function encode(answer: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'identity') return answer
  const isAside = answer.length > efforts[effort].mostAtOnce
  if (encoding === 'gzip') return isAside ? gzipAside(answer) : gzipSync(answer)
  const brotli = brotliFor(answer.length, effort)
  return isAside ? brotliAside(answer, brotli) : brotliCompressSync(answer, brotli)
}

function brotliFor(length: number, effort: Effort): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: efforts[effort].quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(length),
    },
  }
}

/** A window of the answer's size finds every repetition; a larger one only costs memory. */
const windowFor = (length: number) =>
  Math.min(Math.max(Math.ceil(Math.log2(length)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
