import { describe, expect, it } from 'vitest'
import { readWords, withTexts } from './article-page.ts'

const page = `---
question: Why?
words:
  - one
  - two, three
related: [a, b]
---
Because.
`

describe('a file of the help centre', () => {
  it('is read into its fields', () => {
    expect(readWords(page)).toEqual({
      question: 'Why?',
      words: 'one, two, three',
      body: 'Because.',
      category: '',
      popular: '',
      action: '',
      related: 'a, b',
    })
    expect(readWords('no fields')).toBeUndefined()
    expect(readWords('---\nquestion: "open\n---\nx')).toBeUndefined()
  })

  it('keeps every unchanged field in its own spelling', () => {
    expect(withTexts(page, readWords(page) ?? {})).toBe(page)
    expect(withTexts(page, { body: 'So.\n\nYes.' })).toBe(page.replace('Because.', 'So.\n\nYes.'))
    expect(withTexts(page, { related: 'a' })).toBe(page.replace('[a, b]', '[a]'))
  })

  it('gets a field at its place, and loses one that was emptied', () => {
    const popular = withTexts(page, { popular: 'true', category: 'sim-lost' })
    expect(popular).toBe(page.replace('?\n', '?\ncategory: sim-lost\npopular: true\n'))
    expect(withTexts(popular, { popular: '', category: '' })).toBe(page)
    expect(withTexts(page, { words: '' })).toBe('---\nquestion: Why?\nrelated: [a, b]\n---\nBecause.\n')
  })

  it.each(['yes', '12', 'a: b', '# no', '"quoted"', '[x]'])('keeps %s as it was typed', (question) => {
    const written = withTexts(page, { question, words: `${question}, other` })
    expect(readWords(written)).toMatchObject({ question, words: `${question}, other` })
  })
})
