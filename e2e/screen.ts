import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { readObjects, readText } from './json.ts'

const folders = ['../apps/portal/app/styles/parts/', '../packages/web/src/styles/'].map(
  (folder) => new URL(folder, import.meta.url),
)

/** Finds names of classes in selectors; text between braces and numbers are none. */
const classesIn = (css: string): Set<string> =>
  new Set([...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<![\d"])\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))

async function readSheets(folder: URL): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))).join('\n')
}

const styledAnywhere = classesIn((await Promise.all(folders.map(readSheets))).join('\n'))

/** Each group of pages carries only the rules that it needs; this checks that none of them is missing. */
async function expectStyled(page: Page): Promise<void> {
  const { used, style } = await page.evaluate(() => ({
    used: [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]),
    style: [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'),
  }))
  const styledHere = classesIn(style)
  const missing = new Set(used.filter((name) => styledAnywhere.has(name) && !styledHere.has(name)))
  expect([...missing], 'classes without rules in the page').toEqual([])
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const narrow = { width: 360, height: 640 }
const wide = { width: 1280, height: 800 }
const all = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Without script a waiting page can only reload itself; it says so, and stops by itself.
  rules: { 'meta-refresh': { enabled: false } },
}
// By night only the colours differ.
const colours = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
const screens = [
  { colorScheme: 'light', size: narrow, options: all },
  { colorScheme: 'dark', size: narrow, options: colours },
  { colorScheme: 'dark', size: wide, options: colours },
  { colorScheme: 'light', size: wide, options: all },
] as const

// Without script nothing calls timers back, and the tool waits for one.
const timers = `if (!matchMedia('(scripting: enabled)').matches) globalThis.setTimeout = (act) => { Promise.resolve().then(act); return 0 };`

const readViolations = (options: object) =>
  `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then((found) => JSON.stringify(found.violations))`

/** A page that waits for its payment may reload in the middle; then the tool begins again. */
async function readPage(session: CDPSession, options: object): Promise<string> {
  for (let tries = 0; tries < 5; tries += 1) {
    // The tool is injected past the page's own policy, which would refuse it, and once for all checks of a page.
    const answer = await session
      .send('Runtime.evaluate', { expression: 'typeof axe', returnByValue: true })
      .then(async ({ result }) => {
        if (result.value === 'undefined') await session.send('Runtime.evaluate', { expression: timers + axe })
      })
      .then(() =>
        session.send('Runtime.evaluate', {
          expression: readViolations(options),
          awaitPromise: true,
          returnByValue: true,
        }),
      )
      .catch(() => undefined)
    const value: unknown = answer?.result.value
    if (typeof value === 'string') return value
  }
  throw new Error('The page kept reloading')
}

/** Checks WCAG 2.2 AA as far as a tool can tell. */
async function violationsOf(session: CDPSession, options: object): Promise<string[]> {
  const violations: unknown = JSON.parse(await readPage(session, options))
  return readObjects(violations).map(
    (violation) =>
      `${readText(violation, 'id')}: ${readObjects(violation.nodes)
        .map((node) => readText(node, 'html'))
        .join(' ')}`,
  )
}

/** Text as large as a visitor may set it, and a page enlarged to 400 % on a small laptop. */
const enlarged = [
  { width: 320, height: 640, text: 16 },
  { width: 320, height: 256, text: 16 },
  { width: 320, height: 640, text: 32 },
  { width: 768, height: 1024, text: 32 },
  { width: 1280, height: 800, text: 32 },
] as const

type Enlarged = (typeof enlarged)[number]

/** Runs in the page: texts that a box cuts off, or that stand over the edge of their button or chip. */
function cutTexts(): string[] {
  const found: string[] = []
  for (const box of document.querySelectorAll<HTMLElement>('body *')) {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight, textContent } = box
    const { overflowX, overflowY } = getComputedStyle(box)
    // What only a screen reader sees is one pixel large, and a map shows a part of its picture.
    if (clientWidth < 2 || clientHeight < 2 || !textContent?.trim() || box.matches('.map-ground, .map-ground *'))
      continue
    const cuts = (overflow: string) => /hidden|clip/.test(overflow) || box.matches('.button, .face, .tag')
    const isCut =
      (cuts(overflowX) && scrollWidth > clientWidth + 1) || (cuts(overflowY) && scrollHeight > clientHeight + 1)
    if (isCut) found.push(box.outerHTML.slice(0, 120))
  }
  return found
}

/** The smallest windows, and the largest text in the widest. */
export const mostEnlarged = [enlarged[1], enlarged[2], enlarged[4]] as const

export async function expectToFit(page: Page, sizes: readonly Enlarged[] = enlarged): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const found: string[] = []
  for (const { width, height, text } of sizes) {
    await session.send('Page.setFontSizes', { fontSizes: { standard: text } })
    await page.setViewportSize({ width, height })
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    for (const cut of await page.evaluate(cutTexts))
      found.push(`cut at ${width} x ${height} px, text of ${text} px: ${cut}`)
    if (overhang > 0) found.push(`${overhang} px too wide at ${width} x ${height} px, text of ${text} px`)
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await session.detach()
  expect(found, 'scrolls sideways or is cut').toEqual([])
}

/** Finds elements with the keyboard's focus that are covered or outside of the window. */
function hiddenStops(): string[] {
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
  return stops
    .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }))
    .filter((stop) => {
      stop.focus()
      if (document.activeElement !== stop) return false
      const { left, right, top, bottom } = stop.getBoundingClientRect()
      const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
      const over = document.elementFromPoint(Math.min(Math.max((left + right) / 2, 1), innerWidth - 1), middle)
      const isItsOwn =
        over !== null && (over.contains(stop) || stop.contains(over) || over.closest('label, .box, .chip, .code'))
      return top >= innerHeight || bottom <= 0 || !isItsOwn
    })
    .map((stop) => stop.outerHTML.slice(0, 120))
}

/** Checks the page at 400 % on a small laptop. */
export async function expectStopsInSight(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await page.evaluate(hiddenStops), page.url()).toEqual([])
}

interface Screen {
  readonly colorScheme: 'light' | 'dark'
  readonly size: { readonly width: number; readonly height: number }
  readonly options: object
}

async function expectNoViolation(page: Page, tried: readonly Screen[]): Promise<void> {
  const size = page.viewportSize() ?? narrow
  const found: string[] = []
  const session = await page.context().newCDPSession(page)
  for (const { colorScheme, size: shown, options } of tried) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(shown)
    for (const violation of await violationsOf(session, options))
      found.push(`${colorScheme} ${shown.width}: ${violation}`)
  }
  await session.detach()
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  expect(found, page.url()).toEqual([])
  await expectStyled(page)
  await page.setViewportSize(size)
}

/** Expects no violation, on a phone and a desktop, light and dark. */
export const expectAccessibleOnAllScreens = (page: Page): Promise<void> => expectNoViolation(page, screens)

/** The screens are a phone by day and a desktop by night, which differ most. */
export const expectAccessibleOnTwoScreens = (page: Page): Promise<void> =>
  expectNoViolation(page, [screens[0], screens[2]])

/**
 * Checks the same in an end-to-end test. One that stays in `npm test` inspects its screens once, as they are: the walks
 * show all pages, and all states of the journeys, in all colour schemes.
 */
export function expectAccessible(page: Page): Promise<void> {
  const asItIs = { colorScheme: 'light', size: page.viewportSize() ?? narrow, options: all } as const
  return expectNoViolation(page, test.info().tags.includes('@verify') ? screens : [asItIs])
}

/** Three languages or more are in a menu. */
export async function chooseLanguage(page: Page, name: 'English' | 'Kiswahili' | 'Chichewa'): Promise<void> {
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name, exact: true }).click()
}
