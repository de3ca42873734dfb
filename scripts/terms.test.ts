import { expect, it } from 'vitest'
import { findPhrases, findTerms, phrasesIn, termsIn } from './terms.mjs'

it('finds a private word in each spelling of a name', () => {
  expect(['keptPages', 'kept-page', 'KEPT_PAGE', 'isOnDesk', 'wishes'].flatMap(termsIn)).toEqual([
    ...['kept page', 'kept page', 'kept page', 'desk', 'wish'],
  ])
  expect(['page', 'isKept', 'turnstile', 'tillage'].flatMap(termsIn)).toEqual([])
})

it('finds no private word in an identifier or file name outside the allow-list', () => {
  expect(findTerms()).toEqual([])
})

it('finds a private phrase in prose, over line ends too', () => {
  expect(phrasesIn('/**\n * Whoever asks is made to\n * wait in\n * vain.\n */')).toEqual(['in vain', 'whoever'])
  expect(phrasesIn('// The customer waits at the helpdesk.')).toEqual([])
})

it('finds no private phrase in a comment or test title', () => {
  expect(findPhrases()).toEqual([])
})
