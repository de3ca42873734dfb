import { expect, type Page } from '@playwright/test'
import { loadIslands, watchRequests } from './steps/waiting.ts'

/**
 * A transcript has what a screen reader reports of each page of a journey: its title, where the focus is, what was
 * announced by itself, and its tree of roles and names. The files are in `transcripts`; `npm run check -- --only
 * playwright e2e/pages/transcripts.spec.ts -u` writes them again, for a reviewer who reads what has changed.
 */
export interface Transcript {
  /**
   * Notes the page once `complete` is there and the page rests. `part` is a part of the page, and the main part where
   * none is named.
   */
  read(situation: string, complete: string, part?: string): Promise<void>
  /** Keeps the answers to these requests until the returned function is called. */
  hold(addresses: string): Promise<() => void>
  text(): string
}

/**
 * Runs in each page before its own scripts: remembers what live regions announce, repetitions included, and where
 * scripts move the focus.
 */
export function listenToPage(): void {
  const announced: string[] = []
  Object.assign(window, { announced })
  const live = '[role=status], [role=alert], [aria-live], output'
  const textOf = (node: Node | null) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const kindOf = (region: Element) => region.getAttribute('role') ?? region.getAttribute('aria-live') ?? 'status'
  const note = (region: Element, how = '') => {
    if (textOf(region) !== '' && isShown(region)) announced.push(`${kindOf(region)}${how}: ${textOf(region)}`)
  }
  // A status that comes together with its text is not read out by every screen reader.
  const noteAdded = (added: Node) => {
    if (!(added instanceof Element)) return
    for (const region of added.matches(live) ? [added] : added.querySelectorAll(live))
      note(region, kindOf(region) === 'alert' ? '' : ' (with its text, may stay unheard)')
  }
  const regionAround = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(live)
  const noteChanges = (changes: readonly MutationRecord[]) => {
    const touched = new Set<Element>()
    for (const { target, addedNodes } of changes) {
      const region = regionAround(target)
      if (region) touched.add(region)
      else addedNodes.forEach(noteAdded)
    }
    for (const region of touched) note(region)
  }
  const what = { subtree: true, childList: true, characterData: true, attributeFilter: ['hidden'] }
  // What the server sends is read as a page.
  document.addEventListener('DOMContentLoaded', () => new MutationObserver(noteChanges).observe(document, what))
}

const weekdays = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*|Juma\\p{L}+|Alhamisi|Ijumaa|Alh|Ij'
const months = 'Jan|Feb|Ma[rc]|Apr|Ma?e?[iy]|Jun|Jul|A[ug]+o?|Sep|O[ck]t|Nov|De[cs]'

/** What belongs to one run alone: numbers of lines, references, addresses, days and times. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/\b(HB|MSG|NYA)-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, '(reference)'],
  [/\b[0-9a-f]{32}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '(id)'],
  [/\b(265 )?99[ \u00a0]?(\d{3}|•••)[ \u00a0]?(\d{4}|••\d\d)\b/g, '(number)'],
  [/\bP7\d{9}\b/g, '(account)'],
  [/\b265176\d{4}\b/g, '(line)'],
  [/\bINV-20\d\d-\d{4}/g, '(invoice)'],
  [/\b10(00\d{6}|(00)?••••\d{2,4})\b/g, '(account)'],
  // An id of ours begins with its time, so its first characters change.
  [/\b[0-9A-HJKMNP-TV-Z]{28,32}\b/g, '(id)'],
  [/\b\d{1,2}:\d\d(:\d\d)?(?!\d)/g, '(time)'],
  [new RegExp(`\\b((?:${weekdays})[ \u00a0])?\\d{1,2}[ \u00a0](${months})\\p{L}*([ \u00a0]20\\d\\d)?`, 'gu'), '(day)'],
  [/(Open until|Closes soon|Closed, opens|Limefunguliwa hadi|Litafungwa|Limefungwa, litafunguliwa).*/g, '(opens)'],
  [/[\d.,]+ KB/g, '(size) KB'],
  [/\bKB \d+(\.\d+)?/g, 'KB (size)'],
  [/MWK 0\.\d+/g, '(cost)'],
  [/\b\d+ (seconds?|minutes?)\b/g, '(some) $1'],
  [/\b(sekunde|dakika) \d+\b/g, '$1 (some)'],
]

export const lasting = (text: string) => passing.reduce((left, [pattern, name]) => left.replace(pattern, name), text)

/** Runs in the page. */
function focused(): string {
  const { activeElement: element } = document
  if (!(element instanceof HTMLElement) || element === document.body) return ''
  const textOf = (node: Node | null | undefined) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const ids = (name: string) => (element.getAttribute(name) ?? '').split(' ').filter(Boolean)
  const named = ids('aria-labelledby').map((id) => textOf(document.getElementById(id)))
  const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels].map(textOf) : []
  const name = element.ariaLabel || named.join(' ') || labels.join(' ') || textOf(element)
  const described = ids('aria-describedby').map((id) => textOf(document.getElementById(id)))
  return [name, ...described].join(' | ')
}

/** Finds controls and pictures without a name, and names that say the same twice. */
function findUnclear(tree: string): string[] {
  const unnamed = /- (button|link|textbox|searchbox|combobox|checkbox|radio|img|option|dialog)(:|$| \[)/
  const doubled = /"(.{4,}) \1"/
  return tree.split('\n').filter((line) => unnamed.test(line.trim()) || doubled.test(line))
}

export function newTranscript(page: Page, title: string): Transcript {
  const parts: string[] = [`# ${title}`]
  const untilAllHasCome = watchRequests(page)
  let isHeld = false
  const rest = async () => {
    if (!isHeld) await untilAllHasCome()
  }

  async function readOnce(part: string): Promise<string> {
    const tree = await page.locator(part).ariaSnapshot()
    const announced: unknown = await page.evaluate('announced')
    const heard = Array.isArray(announced) ? announced.map((one) => `- ${one}`) : []
    const lines = tree.split('\n').filter((line) => !line.trim().startsWith('- /url'))
    return lasting(
      [
        `Title: ${await page.title()}`,
        '',
        `Focus: ${(await page.evaluate(focused)) || 'none'}`,
        '',
        ...(heard.length > 0 ? ['Announced:', '', ...heard, ''] : []),
        '```yaml',
        ...lines,
        '```',
      ].join('\n'),
    )
  }

  return {
    async read(situation, complete, part = 'main') {
      await expect(page.locator(complete).locator('visible=true').first()).toBeVisible()
      await loadIslands(page)
      await rest()
      // What waits for a pause of the visitor.
      await page.clock.runFor(1_000)
      await rest()
      let [last, same] = ['', 0]
      const rests = async () => {
        const now = await readOnce(part)
        same = now === last ? same + 1 : 0
        last = now
        return same
      }
      await expect.poll(rests, { intervals: [150] }).toBeGreaterThan(1)
      expect(findUnclear(last), situation).toEqual([])
      await page.evaluate('announced.length = 0')
      parts.push(`## ${situation}\n\n${last}`)
    },
    async hold(addresses) {
      const kept: (() => void)[] = []
      isHeld = true
      await page.route(addresses, async (route) => {
        if (isHeld) await new Promise<void>((free) => kept.push(free))
        await route.continue()
      })
      return () => {
        isHeld = false
        for (const free of kept) free()
      }
    },
    text: () => `${parts.join('\n\n')}\n`,
  }
}
