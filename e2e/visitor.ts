import { test as base, expect, type Page } from '@playwright/test'
import { consoleUrl, portalUrl } from './addresses.ts'
import { clearFaults, setPromptTimeout } from './sandbox.ts'
import { type Operator, startOperator } from './start-operator.ts'

// Numbers of the sandbox, and e-mail addresses.
const personal = /(9990|8300)\d{5}|@|%40/

interface Complaints {
  /** What a visitor should never cause: script errors, console errors, policy reports, errors of the portal. */
  readonly all: string[]
  /** Makes one kind of complaint part of the test. */
  expect(pattern: RegExp): void
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (url.endsWith('/csp-reports')) complaints.push(`policy: ${request.postData() ?? ''}`)
    if ([portalUrl, consoleUrl].some((own) => url.startsWith(own)) && personal.test(url))
      complaints.push(`address: ${url}`)
  })
}

/** Collects errors that the portal has logged, and output that it has written past its log. */
function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => line !== '' && (!line.startsWith('{') || line.includes('"level":"error"')))
}

interface Journey {
  readonly complaints: Complaints
  /** A prepaid line with no airtime and a full wallet, of this test alone. */
  readonly line: string
}

/** The number before the first of the lines that no other test uses, by market. */
const firstLines = { mw: 999_000_099, cd: 830_000_099 } as const

interface Setting {
  /** The market's card gateways, where a test needs others than the market file has. */
  readonly cards: readonly string[] | undefined
  readonly market: 'mw' | 'cd'
  /** Tells whether the operator has a CMS in front of the files. */
  readonly hasCms: boolean
  /** Stories with the same name have an operator that no other one changes: its texts, its switches, its figures. */
  readonly alone: string | undefined
  /** Tells whether addresses are looked up on a map of streets, and not in the operator's tables alone. */
  readonly hasStreets: boolean
  /** Tells whether scripts and pictures come from another origin than pages. */
  readonly hasAssetsOrigin: boolean
  /** Tells whether the operator has a map of streets of its own. */
  readonly hasVectorTiles: boolean
  /** Tells whether visitors reach the portal over a link that breaks. */
  readonly hasFlakyLink: boolean
  readonly operator: Operator
  readonly nextLine: () => string
  /** The address of a visitor whom the limits of no other concern. */
  readonly nextAddress: () => string
}

/** Chromium sometimes never closes a context while its page is loading, so the page is stopped first. */
async function endNavigation(page: Page): Promise<void> {
  // A page that reloads itself at this moment interrupts the first attempt.
  await page.goto('about:blank').catch(() => page.goto('about:blank'))
}

/** Every test fails on a complaint that it did not expect. */
export const test = base.extend<Journey, Setting>({
  cards: [undefined, { option: true, scope: 'worker' }],
  market: ['mw', { option: true, scope: 'worker' }],
  hasCms: [false, { option: true, scope: 'worker' }],
  hasStreets: [false, { option: true, scope: 'worker' }],
  alone: [undefined, { option: true, scope: 'worker' }],
  hasAssetsOrigin: [false, { option: true, scope: 'worker' }],
  hasVectorTiles: [false, { option: true, scope: 'worker' }],
  hasFlakyLink: [false, { option: true, scope: 'worker' }],
  operator: [
    async ({ cards, market, hasCms, hasStreets, hasAssetsOrigin, hasVectorTiles, hasFlakyLink }, use) => {
      const others = { hasStreets, hasAssetsOrigin, hasVectorTiles, hasFlakyLink }
      const options = { market, hasCms, ...others, ...(cards && { cards }) }
      const operator = await startOperator(options)
      await use(operator)
      await operator.stop()
    },
    { scope: 'worker', auto: true, timeout: 240_000 },
  ],
  nextLine: [
    async ({ market }, use) => {
      let last = firstLines[market]
      await use(() => String(++last))
    },
    { scope: 'worker' },
  ],
  nextAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
    async ({}, use) => {
      let last = 0
      await use(() => {
        last += 1
        return `10.0.${last >> 8}.${last & 255}`
      })
    },
    { scope: 'worker' },
  ],
  extraHTTPHeaders: async ({ nextAddress }, use) => {
    await use({ 'x-forwarded-for': nextAddress() })
  },
  context: async ({ context }, use) => {
    await use(context)
    for (const page of context.pages()) await endNavigation(page)
  },
  line: async ({ nextLine }, use) => {
    await use(nextLine())
    await clearFaults()
    await setPromptTimeout()
  },
  complaints: [
    async ({ context, operator }, use) => {
      const all: string[] = []
      const expected: RegExp[] = []
      const before = errorsIn(await operator.portalLog()).length
      context.on('page', (page) => watch(page, all))
      await use({ all, expect: (pattern) => expected.push(pattern) })
      all.push(...errorsIn(await operator.portalLog()).slice(before))
      expect(all.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
