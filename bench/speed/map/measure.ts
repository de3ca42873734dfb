import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, CDPSession } from '@playwright/test'
import { chromium } from '@playwright/test'
import { findChromium } from '../../../scripts/check/find-tools.mjs'
import { readCommand } from '../../../scripts/command.mjs'
import { root } from '../../../scripts/run.mjs'
import { seededRandom } from '../../environment/arrivals.ts'
import type { Budget } from '../../environment/results.ts'
import { type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { median, quantile } from '../../environment/statistics.ts'
import { openEnvironment } from '../../environment/test-environment.ts'

interface OpenedMap {
  /** Bytes over the wire. */
  readonly module: number
  readonly basemap: number
  /** The time from the last byte of the module until sites are drawn. */
  readonly firstSitesMs: number
  /** The frames in a second, while a finger moves the map. */
  readonly frames: number
}

const phone = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Loads the map as a cheap phone does for the first time. */
async function openMapOnce(browser: Browser, origin: string, cpuSlowdown: number): Promise<OpenedMap> {
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

/** The map moves back and forth, as under a finger that searches a place. */
async function drag(devtools: CDPSession, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y }] })
  const until = performance.now() + panMs
  await touch('touchStart', 0)
  for (let step = 0; performance.now() < until; step += 1) await touch('touchMove', 100 * Math.sin(step / 8))
  await touch('touchEnd', 0)
}

const { values } = readCommand({
  name: 'npm run bench -- map',
  about: 'Measures the coverage map: size, first sites, and panning on a slow phone.',
  options: {
    sites: { type: 'string', default: '50000', value: 'count', about: 'sites on the map' },
    runs: { type: 'string', default: '5', value: 'count', about: 'number of runs; the median counts' },
    cpu: {
      type: 'string',
      default: '4',
      value: 'factor',
      about: 'how many times slower the processor of the phone is',
    },
  },
})

const mapBytes = 90_000
const viewBytes = 15_000
const firstSitesMs = 1000
const smoothFrames = 15

/** The demo's texts, beside places with this many sites. */
function contentWith(sites: string, cleanup: Cleanup): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-places-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['content', 'places'])
    cpSync(path.join(root, 'apps/portal', part), path.join(folder, part), { recursive: true })
  execFileSync(process.execPath, [path.join(root, 'scripts/places/make-sites.mjs'), 'mw', sites], {
    env: { SITES_FILE: path.join(folder, 'places/mw/sites.csv') },
  })
  return path.join(folder, 'content')
}

async function measureMap(cleanup: Cleanup): Promise<boolean> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('Chromium is needed: set CHROMIUM to its path')
  const CONTENT_DIR = contentWith(values.sites, cleanup)
  const environment = await openEnvironment({ portalSettings: { CONTENT_DIR } })
  cleanup(() => environment.close())

  const views = await askForViews(environment.origin, 300)
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  cleanup(() => browser.close())
  await openMapOnce(browser, environment.origin, 1) // The first page of a browser warms up more than itself.
  const opened: OpenedMap[] = []
  for (let run = 0; run < Number(values.runs); run += 1)
    opened.push(await openMapOnce(browser, environment.origin, Number(values.cpu)))

  const milliseconds = views.map(({ ms }) => ms)
  const largest = Math.max(...views.map(({ bytes }) => bytes))
  const [module, basemap, firstSites, frames] = (['module', 'basemap', 'firstSitesMs', 'frames'] as const).map((name) =>
    median(opened.map((each) => each[name])),
  )
  printTable(
    [`${values.sites} sites`, 'figure'],
    [
      ['views asked for, median ms', median(milliseconds).toFixed(1)],
      ['the slowest of a hundred, ms', quantile(milliseconds, 0.99).toFixed(1)],
      ['largest view, KB of JSON', (largest / 1000).toFixed(1)],
      ['module, KB over the wire', ((module ?? 0) / 1000).toFixed(1)],
      ['basemap, KB over the wire', ((basemap ?? 0) / 1000).toFixed(1)],
      [`first sites after the module, CPU ×${values.cpu}, ms`, (firstSites ?? 0).toFixed(0)],
      [`frames a second while panning, CPU ×${values.cpu}`, (frames ?? 0).toFixed(0)],
    ],
  )
  return printBudgets(budgetsOf({ weight: (module ?? 0) + (basemap ?? 0), largest, firstSites, frames }))
}

interface Figures {
  readonly weight: number
  readonly largest: number
  readonly firstSites: number | undefined
  readonly frames: number | undefined
}

function budgetsOf({ weight, largest, firstSites = Number.NaN, frames = 0 }: Figures): Budget[] {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  return [
    { promise: 'the map weighs at most 90 KB', isKept: weight <= mapBytes, figure: kilobytes(weight) },
    { promise: 'a view weighs at most 15 KB', isKept: largest <= viewBytes, figure: kilobytes(largest) },
    {
      promise: 'the first sites are drawn within a second of the module',
      isKept: firstSites <= firstSitesMs,
      figure: `${firstSites.toFixed(0)} ms`,
    },
    {
      promise: 'it moves smoothly under a finger',
      isKept: frames >= smoothFrames,
      figure: `${frames.toFixed(0)} frames`,
    },
  ]
}

await runBench('Coverage map', measureMap)

export interface AnsweredView {
  readonly ms: number
  /** Returns the size of the JSON, uncompressed. */
  readonly bytes: number
}

const degreesAcross = (zoom: number, pixels: number) => (360 * pixels) / (256 * 2 ** zoom)

/** Asks for views as a wide screen does, anywhere in the country and at any zoom. */
export async function askForViews(origin: string, count: number): Promise<AnsweredView[]> {
  const random = seededRandom(20261115)
  const answered: AnsweredView[] = []
  for (let at = 0; at < count; at += 1) {
    const zoom = 6 + (at % 11)
    const [wide, high] = [degreesAcross(zoom, 1280), degreesAcross(zoom, 800)]
    const [lng, lat] = [32.7 + 3 * random(), -17 + 7.5 * random()]
    const view = [lng - wide / 2, lat - high / 2, lng + wide / 2, lat + high / 2].map((side) => side.toFixed(3))
    const before = performance.now()
    const answer = await fetch(`${origin}/openNetworks/sites?filter=4g&view=${view.join()}&zoom=${zoom}`)
    const { length } = await answer.text()
    if (!answer.ok) throw new Error(`A view was answered with ${answer.status}`)
    answered.push({ ms: performance.now() - before, bytes: length })
  }
  if (answered.every(({ bytes }) => bytes < 10)) throw new Error('There are no sites')
  return answered
}
