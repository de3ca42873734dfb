import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inScript } from './text.ts'

it('ends no script element early, for any data', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('</script>', '<!--', '<script', '\u2028', ']]>'),
  )
  fc.assert(
    fc.property(fc.dictionary(texts, texts), (data) => {
      const written = inScript(JSON.stringify(data))
      expect(written).not.toMatch(/[<\u2028\u2029]/)
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(data)))
    }),
  )
})
