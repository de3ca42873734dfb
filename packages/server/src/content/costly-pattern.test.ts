import { compilePattern } from '@nyanja/domain/forms/form-rules'
import { describe, expect, it } from 'vitest'
import { isCostly } from './costly-pattern.ts'

const longest = 250
const name = "\\p{L}[\\p{L} '’.\\-]*"
const email = '[A-Za-z0-9._+\\-]+@(?:[A-Za-z0-9\\-]+\\.)+[A-Za-z]{2,}'

/** Each pattern fails late, on the text beside it. */
const endless = [
  ['(a+)+b', 'a'],
  ['(?:a|a)*b', 'a'],
  ['(?:a|ab?)*c', 'ab'],
  ['([a-z]+\\s?)*!', 'a'],
  ['(?:\\d+-?)+x', '1'],
  ['a*a*a*a*b', 'a'],
  ['(?<all>[^@]*)*@', 'a'],
  ['(?:(?:a)*)*b', 'a'],
  ['(?i:(?:a|A)*b)', 'a'],
  ['(?:(?i:a)|A)*b', 'a'],
  ['[\\q{a|aa}]*b', 'a'],
  ['(?:\\u05d0|[\\u05d0\\u05d1])*b', 'א'],
  ['(?:[x\\u05d0]|[y\\u05d0])*b', 'א'],
  ['(?:[x\\u{50000}]|[y\\u{50000}])*b', '\u{50000}'],
  ['(?:[x\\ud800]|[y\\ud800])*b', '\ud800'],
  ['(?:[\\p{RGI_Emoji}]|👩|\\u200d)*b', '👩\u200d👩'],
  ['a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a{26}', 'a'],
] as const

describe('a pattern of a form', () => {
  it.each([
    name,
    email,
    '\\d{9}',
    '.*\\p{L}.*',
    '[PE]{1,2}\\d{10}',
    '\\+?\\d{3}[\\s\\-]?\\d{6}',
    '(?:\\d\\d )*\\d+',
    '(?:a|b)+c',
    '(?:[\\u05d0-\\u05d4]|[\\u05d5-\\u05ea])+b',
    '(?:\\p{Lu}|\\p{Ll}|[\\-\\/]|&|’)+!',
    '(?:[0-9a-f]{2}:){5}[0-9a-f]{2}',
    '[\\p{L}--[a-z]]+ [[a-z]&&[aeiou]]*',
    'yes|no|perhaps',
    '(?:Mr|Mrs) \\p{L}+',
    '^[A-Z]+$',
    '[^\\]]+\\]',
  ])('is accepted: %s', (pattern) => {
    expect(isCostly(pattern, longest)).toBe(false)
  })

  it.each([...endless.map(([pattern]) => pattern), '(?=a*)a*', '(a*)\\1', '(?<=x)y', '(?<n>a)\\k<n>+'])(
    'is refused: %s',
    (pattern) => {
      expect(compilePattern(pattern)).toBeDefined()
      expect(isCostly(pattern, longest)).toBe(true)
    },
  )

  it('may be more complex where its answer is short', () => {
    expect(isCostly('a*b?a*c?a*', 60)).toBe(true)
    expect(isCostly('.*,.*,.*', 150)).toBe(false)
    expect(isCostly('.*,.*,.*', 2000)).toBe(true)
  })

  it('matches the worst answer immediately when it was accepted', () => {
    const answers = ['a', 'ab', '1', ' ', 'a.', '@', 'é', '0-'].map((part) => `${part.repeat(longest / part.length)}\n`)
    for (const pattern of [name, email, '.*\\p{L}.*', '(?:\\d\\d )*\\d+', '(?:a|b)+c', '[^\\]]+\\]']) {
      const before = process.threadCpuUsage()
      for (const answer of answers) compilePattern(pattern)?.test(answer)
      // The thread's own time is measured, which a busy machine does not lengthen.
      expect(process.threadCpuUsage(before).user / 1000, pattern).toBeLessThan(250)
    }
  })
})
