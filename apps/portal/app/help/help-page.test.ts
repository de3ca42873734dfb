import { expect, it } from 'vitest'
import { readQuestion } from './help-page.ts'

const question = (q: string) => readQuestion(new URL(`http://portal/gethelp/search?${new URLSearchParams({ q })}`))

it('reads the words in the address, without unreasonable length', () => {
  expect(question('  lost sim ')).toBe('lost sim')
  expect(question('x'.repeat(500))).toHaveLength(120)
  expect(readQuestion(new URL('http://portal/gethelp/search'))).toBe('')
})
