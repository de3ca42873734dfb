import { chromium as playwright } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/check/find-tools.mjs'
import { type InstalledEngine, window } from './engine.ts'

const executablePath = findChromium()

export const chromium: InstalledEngine = {
  name: 'Chromium',
  missing: executablePath === undefined ? ['chromium'] : [],
  async start({ isScripted }) {
    const browser = await playwright.launch({ ...(executablePath && { executablePath }), args: chromiumFlags })
    const page = await browser.newPage({ javaScriptEnabled: isScripted, viewport: window, ignoreHTTPSErrors: true })
    return {
      async open(url) {
        await page.goto(url)
      },
      evaluate: (expression) => page.evaluate(expression),
      press: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      close: () => browser.close(),
    }
  },
}
