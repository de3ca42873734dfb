import type { Browser, CDPSession } from '@playwright/test'

export interface OpenedMap {
  /** Bytes over the wire. */
  readonly module: number
  readonly basemap: number
  /** From the last byte of the module until sites are drawn. */
  readonly firstSitesMs: number
  /** A second, while a finger moves the map. */
  readonly frames: number
}

const phone = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** As a cheap phone loads it for the first time. */
export async function openMapOnce(browser: Browser, origin: string, cpuSlowdown: number): Promise<OpenedMap> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const weights = await watchWeights(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(`${origin}/openNetworks`)
  await page.locator('.map').scrollIntoViewIfNeeded()
  await page.waitForFunction(() => performance.getEntriesByName('map-sites').length > 0)
  const firstSitesMs = await page.evaluate(() => {
    const [drawn] = performance.getEntriesByName('map-sites')
    const module = performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/map-'))
    return (drawn?.startTime ?? Number.NaN) - (module ? module.startTime + module.duration : Number.NaN)
  })
  const box = await page.locator('.map').boundingBox()
  if (box === null) throw new Error('There is no map')
  const counting = page.evaluate(countFrames, panMs)
  await drag(devtools, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
  const frames = await counting
  const weightOf = (part: string) => [...weights].find(([url]) => url.includes(part))?.[1] ?? Number.NaN
  await context.close()
  return { module: weightOf('/assets/map-'), basemap: weightOf('/map/basemap/'), firstSitesMs, frames }
}

const panMs = 2000

async function watchWeights(devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const urls = new Map<string, string>()
  const weights = new Map<string, number>()
  devtools.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    weights.set(urls.get(requestId) ?? '', encodedDataLength),
  )
  await devtools.send('Network.enable')
  return weights
}

/** Runs in the page. */
function countFrames(forMs: number): Promise<number> {
  return new Promise((resolve) => {
    const begun = performance.now()
    let frames = 0
    const count = (now: number) => {
      frames += 1
      if (now - begun < forMs) requestAnimationFrame(count)
      else resolve((frames * 1000) / (now - begun))
    }
    requestAnimationFrame(count)
  })
}

/** Back and forth, like a finger that searches a place. */
async function drag(devtools: CDPSession, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y }] })
  const until = performance.now() + panMs
  await touch('touchStart', 0)
  for (let step = 0; performance.now() < until; step += 1) await touch('touchMove', 100 * Math.sin(step / 8))
  await touch('touchEnd', 0)
}
