import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrastFaults, contrastRatio, Look, ownColours, type Palette } from './look.ts'

const tokens = readFileSync(path.join(import.meta.dirname, '../../../web/src/styles/tokens.css'), 'utf8')
const [lightCss = '', darkCss = ''] = tokens.split('@media (prefers-color-scheme: dark)')
const tokenIn = (css: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(css)?.[1]
const light = (name: string) => tokenIn(lightCss, name) ?? ''
const dark = (name: string) => tokenIn(darkCss, name) ?? light(name)

const paletteOf = (token: (name: string) => string): Palette => ({
  main: token('lake'),
  onMain: token('on-lake').replace(/^#fff$/, '#ffffff'),
  tint: token('sky'),
  glow: token('dawn'),
  band: token('deep'),
  bandRaised: token('deep-2'),
  onBand: token('on-deep-2'),
  accent: token('sun'),
  accentPressed: token('sun-down'),
  onAccent: token('on-sun'),
  accentEdge: token('sun-rim'),
})
const product = Look.parse({ light: paletteOf(light), dark: paletteOf(dark) })

describe('the look of a market', () => {
  it('has no fault where the colours are the product’s own', () => {
    expect(contrastFaults(product)).toEqual([])
  })

  it('is compared with the colours that pages are drawn in', () => {
    const paper = { light: '#ffffff', dark: tokenIn(darkCss, 'paper') }
    for (const scheme of ['light', 'dark'] as const) {
      const token = scheme === 'light' ? light : dark
      expect(ownColours[scheme]).toEqual({ paper: paper[scheme], shore: token('shore'), ink: token('ink') })
    }
  })

  it.each([
    ['green and orange', '#1f6b2e', '#ef7d00'],
    ['red and white', '#b3001b', '#ffffff'],
    ['blue and yellow', '#00338d', '#ffd100'],
    ['black and red', '#111111', '#e4002b'],
  ])('derives readable colours for light and dark from two: %s', (_, main, accent) => {
    const derived = Look.parse({ light: { main, accent } })
    expect(contrastFaults(derived).filter((fault) => !fault.includes('accent on band'))).toEqual([])
    expect(derived.light).toMatchObject({ main, accent })
    expect(derived.dark.main).not.toBe(main)
  })

  it('keeps each colour that is given', () => {
    const derived = Look.parse({
      light: { main: '#00338d', accent: '#ffd100', band: '#101820' },
      dark: { main: '#9cc2ff' },
    })
    expect(derived.light.band).toBe('#101820')
    expect(derived.dark.main).toBe('#9cc2ff')
  })

  it('names each pair of colours that cannot be told apart, with its contrast', () => {
    const pale = { ...product, light: { ...product.light, main: '#9ecbe0', onAccent: '#ffffff' } }
    expect(contrastFaults(pale)).toContain('look.light: main on paper has a contrast of 1.74, at least 4.5 is needed')
    expect(contrastFaults(pale).join()).toContain('look.light: onAccent on accent has a contrast of 1.')
  })

  it('measures contrast as WCAG defines it', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrastRatio('#777777', '#777777')).toBe(1)
  })

  it('takes no text in a logo that could become markup', () => {
    const logo = { viewBox: '0 0 30 30', paths: [{ d: 'M0 0"/><script>' }] }
    expect(Look.safeParse({ ...product, logo }).success).toBe(false)
    expect(Look.safeParse({ ...product, logo: { ...logo, paths: [{ d: 'M0 0h30z', fill: 'text' }] } }).success).toBe(
      true,
    )
  })
})
