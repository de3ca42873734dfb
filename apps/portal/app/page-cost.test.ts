import { expect, it } from 'vitest'
import { formatPageCost } from './page-cost.ts'

const texts = {
  pagePrice: 'This page was {size}. At our standard rate it cost you {price}.',
  islandPrice: 'When you first use the form, {size} more loads for {price}.',
  kilobytes: '{count} KB',
  lessThan: 'less than {price}',
}

it('reports to every reader what a page cost', () => {
  expect(formatPageCost({ page: 9_040, islands: 0 }, texts, { ratePerMb: 5, currency: 'MWK' })).toBe(
    'This page was 9.0 KB. At our standard rate it cost you MWK 0.05.',
  )
})

it('names the smallest coin when it cost less than that', () => {
  const congo = { ratePerMb: 2, currency: 'USD', secondCurrency: 'CDF' } as const
  expect(formatPageCost({ page: 9_040, islands: 0 }, texts, congo)).toContain('it cost you less than USD 0,01.')
})

it('adds the cost of the first touch of an island', () => {
  expect(formatPageCost({ page: 9_040, islands: 66_100 }, texts, { ratePerMb: 5, currency: 'MWK' })).toBe(
    'This page was 9.0 KB. At our standard rate it cost you MWK 0.05. When you first use the form, 66 KB more loads for MWK 0.33.',
  )
})
