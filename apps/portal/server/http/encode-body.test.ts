import { randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encode, encodingFor, lengthOf } from './encode-body.ts'

const words = Buffer.from(`<!doctype html>${'<p>Airtime or a bundle</p>'.repeat(80)}`)
const data = Buffer.from(
  `<script type="application/json">${JSON.stringify({ rows: Array(80).fill('MWK 500') })}</script>`,
)
const decoders = {
  br: (bytes: Buffer) => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: (bytes: Buffer) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
}

describe.each(['br', 'gzip'] as const)('an answer in two parts, as %s', (encoding) => {
  it('can be read to the end of the first part before the second has come', async () => {
    const [first = Buffer.alloc(0)] = await encode([words, data], encoding, 'once')
    expect(decoders[encoding](first).toString()).toBe(words.toString())
  })

  it('is one body when all of it is there', async () => {
    const parts = await encode([words, data], encoding, 'once')
    expect(parts).toHaveLength(2)
    expect(decoders[encoding](Buffer.concat(parts)).toString()).toBe(`${words}${data}`)
  })

  it('costs little more than in one part', async () => {
    const whole = await encode([Buffer.concat([words, data])], encoding, 'once')
    expect(lengthOf(await encode([words, data], encoding, 'once'))).toBeLessThan(lengthOf(whole) + 40)
  })
})

describe('the encoding', () => {
  it('is what the browser can read, the smallest first', () => {
    expect(encodingFor([words], 'gzip, deflate, br, zstd')).toBe('br')
    expect(encodingFor([words], 'gzip, deflate')).toBe('gzip')
    expect(encodingFor([words])).toBe('identity')
  })

  it('is none where the headers would weigh more', () => {
    expect(encodingFor([Buffer.from('a few words')], 'br')).toBe('identity')
  })
})

it.each(['br', 'gzip'] as const)('lets others be answered while what is kept is compressed as %s', async (encoding) => {
  const order: string[] = []
  setImmediate(() => order.push('another visitor'))
  await encode([words], encoding, 'kept')
  order.push('compressed')
  expect(order).toEqual(['another visitor', 'compressed'])
})

it.each([4, 16, 60, 250])('makes an answer of %i KB no larger than the largest usual window does', async (size) => {
  const half = randomBytes(size * 512)
  const answer = Buffer.concat([half, half])
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: answer.length }
  const usual = brotliCompressSync(answer, { params }).length
  expect(usual).toBeLessThan(half.length + 200)
  expect(lengthOf(await encode([answer], 'br', 'once'))).toBeLessThanOrEqual(usual + 20)
})
