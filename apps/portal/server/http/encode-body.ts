import { promisify } from 'node:util'
import {
  type BrotliCompress,
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzip,
  gzipSync,
} from 'node:zlib'

/** Below this, headers weigh more than what is saved. */
const smallestWorthwhile = 500

/**
 * Brotli's quality, by what an answer is worth: measured figures stand in docs/performance.md. Up to `mostAtOnce` bytes
 * it is compressed sooner than a thread could be given the work; everything else is work for a thread.
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

/** An answer in the parts in which it leaves: each can be read before the next has come. */
export type Parts = readonly Buffer[]

export const lengthOf = (parts: Parts) => parts.reduce((sum, { length }) => sum + length, 0)

export function encodingFor(parts: Parts, acceptEncoding = ''): Encoding {
  if (lengthOf(parts) < smallestWorthwhile) return 'identity'
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity'
}

export async function encode(parts: Parts, encoding: Encoding, effort: Effort): Promise<Parts> {
  if (encoding === 'identity') return parts
  const brotli = brotliFor(lengthOf(parts), effort)
  const [only] = parts
  // Keeping what is under way between two parts costs far more than the work itself.
  if (parts.length === 1 && only) {
    const isAside = only.length > efforts[effort].mostAtOnce
    if (encoding === 'br') return [isAside ? await brotliAside(only, brotli) : brotliCompressSync(only, brotli)]
    return [isAside ? await gzipAside(only) : gzipSync(only)]
  }

  const encoder = encoding === 'br' ? createBrotliCompress(brotli) : createGzip()
  const encoded: Buffer[] = []
  for (const [at, part] of parts.entries()) encoded.push(await encodePart(encoder, part, at === parts.length - 1))
  return encoded
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

/** A window that holds the whole answer finds all there is to find; a larger one only has to be cleared. */
const windowFor = (length: number) =>
  Math.min(Math.max(Math.ceil(Math.log2(length)), constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)

function encodePart(encoder: BrotliCompress | Gzip, part: Buffer, isLast: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const keep = (chunk: Buffer) => chunks.push(chunk)
    const finish = () => {
      encoder.off('data', keep).off('error', reject).off('end', finish)
      resolve(Buffer.concat(chunks))
    }
    encoder.on('data', keep).once('error', reject)
    if (isLast) encoder.once('end', finish).end(part)
    else {
      encoder.write(part)
      encoder.flush(finish)
    }
  })
}
