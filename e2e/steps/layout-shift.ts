import type { Page } from '@playwright/test'
import { loadIslands } from './waiting.ts'

declare global {
  interface Window {
    /** What moved by itself, and by how much of the window. */
    readonly __shifts: string[]
  }
}

/**
 * Runs in the page before any script of the page. Counts from the second frame of the whole document: which part of it
 * is painted before the rest has arrived depends on the link.
 */
export function observeShifts(): void {
  const shifts: string[] = []
  Object.defineProperty(window, '__shifts', { value: shifts })
  let from = Number.POSITIVE_INFINITY
  const begin = () => {
    from = performance.now()
  }
  document.addEventListener('readystatechange', () => requestAnimationFrame(() => requestAnimationFrame(begin)), {
    once: true,
  })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.startTime >= from) shifts.push(`${location.pathname} ${JSON.stringify(entry)}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

export async function shiftsAtRest(page: Page, rest: () => Promise<void>): Promise<string[]> {
  await rest()
  await loadIslands(page)
  await rest()
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.__shifts))),
      ),
  )
}
