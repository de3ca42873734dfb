import { expect, it } from 'vitest'
import { textParts } from './submission.ts'

it('encodes @ and _ in the GSM alphabet', () => {
  expect(textParts('@_A', 'gsm7')).toEqual({ dataCoding: 0, parts: [Buffer.from([0x00, 0x11, 0x41])] })
  expect(textParts('@_A', 'ascii')).toEqual({ dataCoding: 1, parts: [Buffer.from('@_A')] })
})

it('encodes each basic character by its position', () => {
  expect(textParts('¡¿Ä§ßÉ', 'gsm7').parts).toEqual([Buffer.from([0x40, 0x60, 0x5b, 0x5f, 0x1e, 0x1f])])
})

it('uses two bytes for brackets and the euro', () => {
  expect(textParts('[€]', 'gsm7').parts).toEqual([Buffer.from([0x1b, 0x3c, 0x1b, 0x65, 0x1b, 0x3e])])
})

it('uses UCS-2 for characters outside the alphabet', () => {
  expect(textParts('ŵ', 'gsm7')).toEqual({ dataCoding: 8, parts: [Buffer.from([0x01, 0x75])] })
  expect(textParts('é', 'ascii')).toEqual({ dataCoding: 8, parts: [Buffer.from([0x00, 0xe9])] })
})

it.each([
  ['160 characters', 'a'.repeat(160), [160]],
  ['161 characters', 'a'.repeat(161), [153, 8]],
  ['a bracket on the seam', `${'a'.repeat(152)}[${'a'.repeat(10)}`, [152, 12]],
  ['70 letters of UCS-2', 'ŵ'.repeat(70), [140]],
  ['a face on the seam', `${'ŵ'.repeat(66)}😀${'ŵ'.repeat(10)}`, [132, 24]],
])('splits %s between characters', (_what, text, lengths) => {
  const { parts } = textParts(text, 'gsm7')
  expect(parts.map(({ length }) => length)).toEqual(lengths)
})

it('makes one empty part of an empty text', () => {
  expect(textParts('', 'gsm7').parts).toEqual([Buffer.alloc(0)])
})
