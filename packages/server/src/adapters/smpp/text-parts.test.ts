import { expect, it } from 'vitest'
import { textParts } from './text-parts.ts'

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

it.each([
  ['août', 'aout', 'gsm7'],
  ['déc. à 5 £', 'déc. à 5 £', 'gsm7'],
  ['déc.', 'dec.', 'ascii'],
  ['aou\u0302t, de\u0301c.', 'aout, déc.', 'gsm7'],
  ['ŵ ç œuvre', 'w c oeuvre', 'gsm7'],
  ['l’offre “5 GB” – prête…', 'l\'offre "5 GB" - prete...', 'gsm7'],
  ['4\u202f500\u00a0FC', '4 500 FC', 'gsm7'],
  ['+265 99 ••• ••67', '+265 99 *** **67', 'gsm7'],
] as const)('writes %s as %s in %s', (text, plain, alphabet) => {
  expect(textParts(text, alphabet)).toEqual(textParts(plain, alphabet))
  expect(textParts(text, alphabet).dataCoding).toBe({ gsm7: 0, ascii: 1 }[alphabet])
})

it('uses UCS-2, with every mark, where a character has no plain form', () => {
  expect(textParts('ŵ', 'gsm7').dataCoding).toBe(0)
  expect(textParts('ŋ û', 'gsm7')).toEqual({ dataCoding: 8, parts: [Buffer.from('ŋ û', 'utf16le').swap16()] })
  expect(textParts('ŋ u\u0302', 'gsm7')).toEqual(textParts('ŋ û', 'gsm7'))
})

it.each([
  ['160 characters', 'a'.repeat(160), [160]],
  ['161 characters', 'a'.repeat(161), [153, 8]],
  ['a bracket on the seam', `${'a'.repeat(152)}[${'a'.repeat(10)}`, [152, 12]],
  ['70 letters of UCS-2', 'ŋ'.repeat(70), [140]],
  ['a face on the seam', `${'ŋ'.repeat(66)}😀${'ŋ'.repeat(10)}`, [132, 24]],
])('splits %s between characters', (_what, text, lengths) => {
  const { parts } = textParts(text, 'gsm7')
  expect(parts.map(({ length }) => length)).toEqual(lengths)
})

it('makes one empty part of an empty text', () => {
  expect(textParts('', 'gsm7').parts).toEqual([Buffer.alloc(0)])
})
