import { describe, expect, it } from 'vitest'
import { plainDigits } from './msisdn.ts'

const scripts = Intl.supportedValuesOf('numberingSystem')
  .map((system) => [system, new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })] as const)
  .map(([system, format]) => [system, Array.from('0123456789', (digit) => format.format(Number(digit))).join('')])
  .filter(([, digits]) => /^\p{Nd}{10}$/u.test(digits ?? ''))

describe('digits', () => {
  it.each(scripts)('are read in %s', (_system, digits = '') => {
    expect(plainDigits(digits)).toBe('0123456789')
  })

  it('are known in many scripts', () => {
    expect(scripts.length).toBeGreaterThan(50)
  })

  it('are the only characters that are replaced', () => {
    expect(plainDigits('call +265 ٩٩')).toBe('call +265 99')
  })
})
