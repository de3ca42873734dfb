import { expect, it } from 'vitest'
import { searchHeaders, soonStaleHeaders } from './headers.ts'

it.each(['lost sim', '4g', 'call 300', 'Illimité', '1 GB', 'Area 25', 'Nkhata Bay'])(
  'lets caches keep an answer to words that identify no person: %s',
  (words) => {
    expect(searchHeaders(words)).toMatchObject({ 'cache-control': expect.stringContaining('public') })
    expect(searchHeaders(words, soonStaleHeaders)).toEqual(soonStaleHeaders)
  },
)

it.each(['0991234567', 'paid +265 99 123 45 67', '٠٩٩١٢٣', 'me@example.com'])(
  'lets no cache keep an answer to others: %s',
  (words) => {
    expect(searchHeaders(words)).toEqual({ 'cache-control': 'no-store' })
    expect(searchHeaders(words, soonStaleHeaders)).toEqual({ 'cache-control': 'no-store' })
  },
)
