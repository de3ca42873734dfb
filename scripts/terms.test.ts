import { expect, it } from 'vitest'
import { findTerms, termsIn } from './terms.mjs'

it('finds a private word in each spelling of a name', () => {
  expect(['keptPages', 'kept-page', 'KEPT_PAGE', 'isOnDesk', 'wishes'].flatMap(termsIn)).toEqual([
    ...['kept page', 'kept page', 'kept page', 'desk', 'wish'],
  ])
  expect(['page', 'isKept', 'turnstile', 'tillage'].flatMap(termsIn)).toEqual([])
})

it('finds no private word in an identifier or file name outside the allow-list', () => {
  expect(findTerms()).toEqual([])
})
