import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '../../../scripts/check/find-tools.mjs'

/** One load; times in milliseconds since navigation began, sizes in bytes on the wire with headers. */
export interface PageLoad {
  readonly html: number
  readonly js: number
  readonly total: number
  readonly requests: number
  /** The time to the first byte of the document. */
  readonly firstByte: number
  readonly lastByte: number
  readonly fcp: number
  readonly lcp: number
  readonly cls: number
  /** The size with what a touch of its islands adds. */
  readonly touched: number
  /** The weight that the page reports at its foot; nothing where it reports none. */
  readonly shown: number
}

interface Seen {
  fcp: number
  lcp: number
  cls: number
}

declare global {
  interface Window {
    __seen: Seen
  }
}

const phone = {
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
}

const quietMs = 1500
const loadTimeoutMs = 60_000

export function openBrowser(executablePath: string, trustedKeyHash: string): Promise<Browser> {
  // Unlike ignored errors, a trusted key neither repeats the TLS handshake nor keeps answers out of the cache.
  return chromium.launch({
    executablePath,
    args: [...chromiumFlags, `--ignore-certificate-errors-spki-list=${trustedKeyHash}`],
  })
}

/** Opens a phone on its first visit: no cache, no connection, no TLS ticket. */
export function newPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext(phone)
}

export async function loadPage(context: BrowserContext, url: string, cpuSlowdown: number): Promise<PageLoad> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.addInitScript(observe)
  const connection = await watchNetwork(devtools)
  if (cpuSlowdown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(url, { waitUntil: 'commit', timeout: loadTimeoutMs })
  await untilQuiet(connection)
  const { fcp, lcp } = await page.evaluate(() => window.__seen)
  const [firstByte = 0, lastByte = 0] = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return navigation instanceof PerformanceNavigationTiming ? [navigation.responseStart, navigation.responseEnd] : []
  })
  const foot = (await page.locator('footer').allTextContents()).join(' ')
  const [, before, after] = / (\d+(?:\.\d+)?) KB|KB\s(\d+(?:\.\d+)?)/.exec(foot) ?? []
  const shown = 1000 * Number(before ?? after ?? 0)
  const untouched = [...connection.requests]
  await touchIsland(page)
  await untilQuiet(connection)
  const { cls } = await page.evaluate(() => window.__seen)
  await page.close()
  const touched = connection.requests.reduce((sum, { bytes }) => sum + bytes, 0)
  const bytesOf = (type?: string) =>
    untouched
      .filter((request) => type === undefined || request.type === type)
      .reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    html: bytesOf('Document'),
    js: bytesOf('Script'),
    total: bytesOf(),
    requests: untouched.length,
    firstByte,
    lastByte,
    fcp,
    lcp,
    cls,
    touched,
    shown,
  }
}

async function touchIsland(page: Page): Promise<void> {
  // A static twin has no script that would hydrate it.
  const control = page.locator('html:has(script[type=module]) [data-island] :is(input:not([type=hidden]), a)').first()
  if ((await control.count()) === 0) return
  await control.focus()
  // React marks the container of a root.
  await page.waitForFunction(() => {
    const island = document.querySelector('[data-island]')
    return Object.keys(island ?? {}).some((key) => key.startsWith('__reactContainer$'))
  })
}

/** Runs in the page before any script of the page. */
function observe(): void {
  const seen: Seen = { fcp: 0, lcp: 0, cls: 0 }
  window.__seen = seen
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  watch('layout-shift', (entry) => {
    if ('value' in entry && typeof entry.value === 'number') seen.cls += entry.value
  })
}

interface NetworkRequest {
  type: string
  bytes: number
}

interface Connection {
  readonly requests: NetworkRequest[]
  isQuietFor(ms: number): boolean
}

async function watchNetwork(devtools: CDPSession): Promise<Connection> {
  const open = new Map<string, NetworkRequest>()
  const requests: NetworkRequest[] = []
  let lastChange = Date.now()
  devtools.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    if (request.url.startsWith('data:')) return
    const begun = open.get(requestId) ?? { type, bytes: 0 }
    if (!open.has(requestId)) requests.push(begun)
    open.set(requestId, begun)
    lastChange = Date.now()
  })
  const end = ({ requestId, encodedDataLength = 0 }: { requestId: string; encodedDataLength?: number }) => {
    const request = open.get(requestId)
    if (request) request.bytes = encodedDataLength
    open.delete(requestId)
    lastChange = Date.now()
  }
  devtools.on('Network.loadingFinished', end)
  devtools.on('Network.loadingFailed', end)
  await devtools.send('Network.enable')
  return { requests, isQuietFor: (ms) => open.size === 0 && requests.length > 0 && Date.now() - lastChange > ms }
}

async function untilQuiet(connection: Connection): Promise<void> {
  const giveUpAt = Date.now() + loadTimeoutMs
  while (!connection.isQuietFor(quietMs)) {
    if (Date.now() > giveUpAt) throw new Error('The page kept loading')
    await sleep(50)
  }
}
