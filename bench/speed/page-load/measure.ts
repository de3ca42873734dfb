import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { findChromium } from '../../../scripts/check/find-tools.mjs'
import { readCommand } from '../../../scripts/command.mjs'
import { freePorts } from '../../../scripts/free-ports.mjs'
import type { Budget } from '../../environment/results.ts'
import { type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { median } from '../../environment/statistics.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { givenPage, type MeasuredPage, openTwins, pagesOfJourney } from './pages.ts'
import { loadPage, newPhone, openBrowser, type PageLoad } from './probe.ts'
import { type Link, makeCertificate, openSlowLink, openTlsProxy } from './tls-proxy.ts'

const { values, positionals } = readCommand({
  name: 'npm run bench -- pages',
  about: 'Measures pages of one purchase on a slow link, each beside its static twin.',
  takes: ['path…'],
  options: {
    origin: { type: 'string', value: 'url', about: 'a running portal in place of a temporary one' },
    runs: { type: 'string', default: '5', value: 'count', about: 'number of runs; the median counts' },
    rtt: { type: 'string', default: '400', value: 'ms', about: 'round trip of the link' },
    down: { type: 'string', default: '400', value: 'kbit/s', about: 'of the link' },
    up: { type: 'string', default: '150', value: 'kbit/s', about: 'of the link' },
    cpu: {
      type: 'string',
      default: '4',
      value: 'factor',
      about: 'how many times slower the processor of the phone is',
    },
  },
})
const link: Link = { rttMs: Number(values.rtt), downKbit: Number(values.down), upKbit: Number(values.up) }
const cpuSlowdown = Number(values.cpu)

interface Measured {
  readonly page: MeasuredPage
  readonly own: PageLoad
  readonly twin: PageLoad
  /** The ratio of the medians. */
  readonly ratio: number
  /** The ratio of the fastest loads: other work on the machine only ever slows one down. */
  readonly ratioOfFastest: number
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  const { origin, pages } = await choosePages(cleanup)
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-page-load-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))

  const slowLink = await openSlowLink(link)
  cleanup(() => slowLink.close())
  const twins = await openTwins(
    origin,
    pages.map((page) => page.path),
  )
  cleanup(() => twins.close())
  const { address } = slowLink
  const certificate = makeCertificate(folder)
  const proxy = await openTlsProxy({ address, upstream: origin, certificate })
  cleanup(() => proxy.close())
  const twinEdge = await openTlsProxy({ address, upstream: twins.upstream, certificate })
  cleanup(() => twinEdge.close())

  const chromium = findChromium()
  if (chromium === undefined) throw new Error('Chromium is needed: set CHROMIUM to its path')
  const browser = await openBrowser(slowLink.startAtOtherEnd(chromium, folder), certificate.publicKeyHash)
  cleanup(() => browser.close())

  console.log(`${link.rttMs} ms RTT, ${link.downKbit}/${link.upKbit} kbit/s, CPU ×${cpuSlowdown}, ${values.runs} runs`)
  await loadCold(browser, proxy.origin + (pages[0]?.path ?? '/')) // The first load of a browser warms up more than itself.
  const measured: Measured[] = []
  for (const page of pages) {
    measured.push(await measure(browser, page, { own: proxy.origin + page.path, twin: twinEdge.origin + page.path }))
  }
  const visitBytes = await measureVisit(browser, proxy.origin, pages)
  printMeasured(measured)
  if (pages.length > 1) console.log(`\nOne visit through all of them, with a cache: ${kilobytes(visitBytes)} KB`)
  return printBudgets(budgetsOf(measured))
}

async function choosePages(
  cleanup: Cleanup,
): Promise<{ readonly origin: string; readonly pages: readonly MeasuredPage[] }> {
  if (values.origin !== undefined) {
    return { origin: values.origin, pages: (positionals.length > 0 ? positionals : ['/']).map(givenPage) }
  }
  const [port] = await freePorts(1)
  // Browsers come over HTTP/2, as on a public portal, and its pages report what they weigh there.
  const publicOrigin = `https://localhost:${port}`
  const environment = await openEnvironment({
    settings: { PORT: String(port) },
    portalSettings: { PUBLIC_ORIGIN: publicOrigin },
  })
  cleanup(() => environment.close())
  const { origin, sandboxOrigin } = environment
  return {
    origin,
    pages:
      positionals.length > 0
        ? positionals.map(givenPage)
        : await pagesOfJourney({ origin, publicOrigin, sandboxOrigin }),
  }
}

async function loadCold(browser: Browser, url: string): Promise<PageLoad> {
  const context = await newPhone(browser)
  const load = await loadPage(context, url, cpuSlowdown)
  await context.close()
  return load
}

async function measure(browser: Browser, page: MeasuredPage, urls: { own: string; twin: string }): Promise<Measured> {
  const own: PageLoad[] = []
  const twin: PageLoad[] = []
  for (let run = 0; run < Number(values.runs); run++) {
    own.push(await loadCold(browser, urls.own))
    twin.push(await loadCold(browser, urls.twin))
  }
  const [ownMedian, twinMedian] = [medianOf(own), medianOf(twin)]
  const fastest = (loads: readonly PageLoad[]) => Math.min(...loads.map(({ lcp }) => lcp))
  return {
    page,
    own: ownMedian,
    twin: twinMedian,
    ratio: ownMedian.lcp / twinMedian.lcp,
    ratioOfFastest: fastest(own) / fastest(twin),
  }
}

function medianOf(loads: readonly PageLoad[]): PageLoad {
  const of = (figure: (load: PageLoad) => number) => median(loads.map(figure))
  return {
    html: of(({ html }) => html),
    js: of(({ js }) => js),
    total: of(({ total }) => total),
    requests: of(({ requests }) => requests),
    firstByte: of(({ firstByte }) => firstByte),
    lastByte: of(({ lastByte }) => lastByte),
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    cls: Math.max(...loads.map(({ cls }) => cls)),
    touched: of(({ touched }) => touched),
    shown: of(({ shown }) => shown),
  }
}

/** One phone that loads all pages, with the cache of the ones before. */
async function measureVisit(browser: Browser, origin: string, pages: readonly MeasuredPage[]): Promise<number> {
  const context = await newPhone(browser)
  let bytes = 0
  for (const page of pages) bytes += (await loadPage(context, origin + page.path, 1)).touched
  await context.close()
  return bytes
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
const whole = (figure: number) => figure.toFixed(0)

function printMeasured(measured: readonly Measured[]): void {
  const head = [
    'page',
    'html KB',
    'js KB',
    'total KB',
    'requests',
    'first byte',
    'last byte',
    'FCP',
    'LCP',
    'twin LCP',
    'ratio',
    'of fastest',
    'CLS',
    'touched KB',
  ]
  const rows = measured.map(({ page, own, twin, ratio, ratioOfFastest }) => [
    page.name,
    kilobytes(own.html),
    kilobytes(own.js),
    kilobytes(own.total),
    whole(own.requests),
    whole(own.firstByte),
    whole(own.lastByte),
    whole(own.fcp),
    whole(own.lcp),
    whole(twin.lcp),
    ratio.toFixed(3),
    ratioOfFastest.toFixed(3),
    own.cls.toFixed(3),
    kilobytes(own.touched),
  ])
  console.log('')
  printTable(head, rows)
}

const touchedBytes = 78_000
const mostMisreported = 0.07

interface Limit {
  readonly promise: string
  readonly most: number
  readonly figureOf: (page: Measured) => number
  readonly show: (figure: number) => string
}

/** One budget for all pages, with the figure of the worst; the table above has the others. */
function judge(measured: readonly Measured[], { promise, most, figureOf, show }: Limit): readonly Budget[] {
  const [worst] = measured.toSorted((one, other) => figureOf(other) - figureOf(one))
  if (worst === undefined) return []
  const isKept = measured.every((each) => figureOf(each) <= most)
  const pages = measured.length === 1 ? worst.page.name : `each of ${measured.length} pages`
  return [{ promise: `${pages} ${promise}`, isKept, figure: `${show(figureOf(worst))} (${worst.page.name})` }]
}

const showBytes = (bytes: number) => `${kilobytes(bytes)} KB`
const showRatio = (figure: number) => figure.toFixed(3)

const weightWithin = (most: number): Limit => ({
  promise: `weighs at most ${showBytes(most)}`,
  most,
  figureOf: ({ own }) => own.total,
  show: showBytes,
})

const paintWithin = (most: number): Limit => ({
  promise: `paints within ${most} × its twin`,
  most,
  figureOf: ({ ratio }) => ratio,
  show: showRatio,
})

const limitsOfAll: readonly Limit[] = [
  {
    promise: `weighs at most ${showBytes(touchedBytes)} with its islands`,
    most: touchedBytes,
    figureOf: ({ own }) => own.touched,
    show: showBytes,
  },
  {
    promise: 'reports its weight within 7 %',
    most: mostMisreported,
    figureOf: ({ own }) => Math.abs(own.shown / own.total - 1),
    show: (share) => `${(share * 100).toFixed(1)} %`,
  },
  { promise: 'never shifts', most: 0, figureOf: ({ own }) => own.cls, show: showRatio },
]

const noScript: Limit = { promise: 'has no script', most: 0, figureOf: ({ own }) => own.js, show: showBytes }

function budgetsOf(measured: readonly Measured[]): readonly Budget[] {
  const byWeight = Map.groupBy(measured, ({ page }) => page.maxTotalBytes)
  const byRatio = Map.groupBy(measured, ({ page }) => page.maxRatio)
  return [
    ...[...byWeight].flatMap(([most, pages]) => judge(pages, weightWithin(most))),
    ...limitsOfAll.flatMap((limit) => judge(measured, limit)),
    ...judge(
      measured.filter(({ page }) => !page.mayHaveScript),
      noScript,
    ),
    ...[...byRatio].flatMap(([most, pages]) => (most === undefined ? [] : judge(pages, paintWithin(most)))),
  ]
}

await runBench('Page load on a slow link', measureAll)
