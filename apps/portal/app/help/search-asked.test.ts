import { expect, it } from 'vitest'
import { questionAsked } from './search-asked.ts'

const asked = (q: string) => questionAsked(new URL(`http://portal/gethelp/search?${new URLSearchParams({ q })}`))

it('is what stands in the address, without what nobody would type', () => {
  expect(asked('  lost sim ')).toBe('lost sim')
  expect(asked('x'.repeat(500))).toHaveLength(120)
  expect(questionAsked(new URL('http://portal/gethelp/search'))).toBe('')
})
