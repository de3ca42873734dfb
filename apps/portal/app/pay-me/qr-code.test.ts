import { expect, it } from 'vitest'
import { qrView } from './qr-code.tsx'

it('draws a link as a picture of half a kilobyte, with free modules around it', () => {
  const { image, size } = qrView('https://nyanja.example/pay-me/S31DFQZE6RKECJAH8G7G2E18GZVBCE')
  expect((size - 8 - 17) % 4).toBe(0)
  expect(image).toMatch(/^data:image\/png;base64,[A-Za-z\d+/=]+$/)
  expect(image.length).toBeLessThan(700)
})
