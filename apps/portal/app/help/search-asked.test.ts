import { describe, expect, it } from 'vitest'
import { questionAsked, searchHeaders } from './search-asked.ts'

const asked = (q: string) => questionAsked(new URL(`http://portal/gethelp/search?${new URLSearchParams({ q })}`))

describe('what was asked', () => {
  it('is what stands in the address, without what nobody would type', () => {
    expect(asked('  lost sim ')).toBe('lost sim')
    expect(asked('x'.repeat(500))).toHaveLength(120)
    expect(questionAsked(new URL('http://portal/gethelp/search'))).toBe('')
  })

  it.each(['lost sim', '4g', 'call 300', 'Illimité', '1 GB'])(
    'may be kept by caches where it names nobody: %s',
    (words) => {
      expect(searchHeaders(words)).toMatchObject({ 'cache-control': expect.stringContaining('public') })
    },
  )

  it.each(['0991234567', 'paid +265 99 123 45 67', '٠٩٩١٢٣', 'me@example.com'])(
    'is kept by nobody otherwise: %s',
    (words) => {
      expect(searchHeaders(words)).toEqual({ 'cache-control': 'no-store' })
    },
  )
})
