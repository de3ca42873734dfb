import { randomBytes } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encode, encodingFor } from './encode-body.ts'

const html = Buffer.from(`<!doctype html>${'<p>Airtime or a bundle</p>'.repeat(80)}`)

describe('the encoding', () => {
  it('is the smallest one that the browser accepts', () => {
    expect(encodingFor(html, 'gzip, deflate, br, zstd')).toBe('br')
    expect(encodingFor(html, 'gzip, deflate')).toBe('gzip')
    expect(encodingFor(html)).toBe('identity')
  })

  it('is none where the headers would weigh more than it saves', () => {
    expect(encodingFor(Buffer.from('a few words'), 'br')).toBe('identity')
  })
})

it.each(['br', 'gzip'] as const)(
  'serves other requests while a cached answer is compressed as %s',
  async (encoding) => {
    const order: string[] = []
    setImmediate(() => order.push('another visitor'))
    await encode(html, encoding, 'kept')
    order.push('compressed')
    expect(order).toEqual(['another visitor', 'compressed'])
  },
)

it.each([4, 16, 60, 250])('compresses an answer of %i KB as well as the largest usual window does', async (size) => {
  const half = randomBytes(size * 512)
  const answer = Buffer.concat([half, half])
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: answer.length }
  const usual = brotliCompressSync(answer, { params }).length
  expect(usual).toBeLessThan(half.length + 200)
  expect((await encode(answer, 'br', 'once')).length).toBeLessThanOrEqual(usual + 20)
})
