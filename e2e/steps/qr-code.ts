import { expect, type Page } from '@playwright/test'
import jsQR from 'jsqr'

const across = 400

/** Reads the QR code of a page from its pixels, as the camera of another phone does. */
export async function readQrCode(page: Page): Promise<string> {
  const pixels = await page.locator('svg.qr').evaluate(async (svg, size) => {
    const copy = svg.cloneNode(true)
    if (!(copy instanceof SVGElement)) return []
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    copy.setAttribute('width', String(size))
    copy.setAttribute('height', String(size))
    const image = new Image(size, size)
    image.src = `data:image/svg+xml;base64,${btoa(copy.outerHTML)}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(0, 0, size, size).data ?? [])]
  }, across)
  const code = jsQR.default(Uint8ClampedArray.from(pixels), across, across)
  expect(code, 'a QR code that can be read').not.toBeNull()
  return code?.data ?? ''
}
