import { expect, it } from 'vitest'
import { questionAsked } from './help-page.ts'

const asked = (q: string) => questionAsked(new URL(`http://portal/gethelp/search?${new URLSearchParams({ q })}`))

it('reads the words in the address, without unreasonable length', () => {
  expect(asked('  lost sim ')).toBe('lost sim')
  expect(asked('x'.repeat(500))).toHaveLength(120)
  expect(questionAsked(new URL('http://portal/gethelp/search'))).toBe('')
})
