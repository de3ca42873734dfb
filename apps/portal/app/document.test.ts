import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { documentFrames } from './document.ts'

const palette = {
  ...{ main: '#5b2a86', onMain: '#ffffff', tint: '#efe6f5', glow: '#ffd79a', band: '#2b1042', bandRaised: '#45206a' },
  ...{ onBand: '#e0d0ee', accent: '#8fd14f', accentPressed: '#7abb3c', onAccent: '#16210a', accentEdge: '#2b1042' },
}
const look = { light: palette, dark: { ...palette, main: '#c9a6e8' } }

it('draws every page in the colours of the market, after those of the product', () => {
  const { style } = documentFrames({ look }).frameOf('recharge')
  expect(style.startsWith(documentFrames({}).frameOf('recharge').style)).toBe(true)
  expect(style).toMatch(/:root\{--lake:#5b2a86;.*@media\(prefers-color-scheme:dark\)\{:root\{--lake:#c9a6e8;/)
})

it('allows no other style than the one of the page', () => {
  for (const frames of [documentFrames({}), documentFrames({ look })])
    for (const group of ['content', 'recharge', 'map', 'stores'] as const) {
      const { style, policy } = frames.frameOf(group)
      const hash = createHash('sha256').update(style).digest('base64')
      expect(policy).toContain(`style-src 'sha256-${hash}';`)
      if (group === 'map' || group === 'stores')
        expect(frames.mapPolicy(group, 'https://tiles.example')).toContain(`style-src 'sha256-${hash}';`)
    }
})
