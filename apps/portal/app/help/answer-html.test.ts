import { expect, it } from 'vitest'
import { beginningOf, withPrefix } from './answer.tsx'

it("keeps a visitor who follows a link in an answer in the page's language", () => {
  const html = '<p><a href="/gethelp/a/x">x</a> <a href="tel:300">300</a> <a href="https://example.com/">y</a></p>'
  expect(withPrefix(html, '')).toBe(html)
  expect(withPrefix(html, '/sw')).toBe(
    '<p><a href="/sw/gethelp/a/x">x</a> <a href="tel:300">300</a> <a href="https://example.com/">y</a></p>',
  )
})

it('shows the beginning of an answer, in one line of whole words', () => {
  expect(beginningOf('<p>It is <strong>not lost</strong>.</p><ol><li>Don&#39;t wait</li></ol>')).toBe(
    "It is not lost. Don't wait",
  )
  const long = beginningOf(`<p>${'money '.repeat(60)}</p>`)
  expect(long.length).toBeLessThanOrEqual(157)
  expect(long).toMatch(/money …$/)
})
