import { expect, it } from 'vitest'
import { qrView } from './qr-code.tsx'

it('draws a link as one path of whole modules, with its three finder patterns', () => {
  const { size, path } = qrView('https://nyanja.example/pay-me/S31DFQZE6RKECJAH8G7G2E18GZVBCE')
  expect((size - 17) % 4).toBe(0)
  expect(path).toMatch(/^[MmHhVvLlZz\d ,-]+$/)
  expect(size).toBeLessThanOrEqual(41)
})
