import { expect, type Page } from '@playwright/test'
import jsQR from 'jsqr'

/** Reads the QR code of a page from its pixels, as the camera of another phone does. */
export async function readQrCode(page: Page): Promise<string> {
  const { pixels, across } = await page.locator('img.qr').evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const size = image.naturalWidth * 8
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('This browser draws nothing')
    context.imageSmoothingEnabled = false
    context.drawImage(image, 0, 0, size, size)
    return { pixels: [...context.getImageData(0, 0, size, size).data], across: size }
  })
  const code = jsQR.default(Uint8ClampedArray.from(pixels), across, across)
  expect(code, 'a QR code that can be read').not.toBeNull()
  return code?.data ?? ''
}
