import { expect, it } from 'vitest'
import { costSentence } from './page-cost.ts'

const texts = {
  pagePrice: 'This page was {size}. At our standard rate it cost you {price}.',
  kilobytes: '{count} KB',
  lessThan: 'less than {price}',
}

it('says what a page cost whoever read it', () => {
  expect(costSentence(9_040, texts, { ratePerMb: 5, currency: 'MWK' })).toBe(
    'This page was 9.0 KB. At our standard rate it cost you MWK 0.05.',
  )
})

it('names the smallest coin where it cost less than that', () => {
  const congo = { ratePerMb: 2, currency: 'USD', secondCurrency: 'CDF' } as const
  expect(costSentence(9_040, texts, congo)).toContain('it cost you less than USD 0,01.')
})
