import { isFastLink, type LinkReport } from './fast-link.ts'
import type { Mount } from './mount.ts'

declare global {
  interface Navigator {
    readonly connection?: LinkReport
  }
}

const touches = ['pointerdown', 'focusin', 'keydown'] as const

for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) watchIsland(island)

/** Loads an island when the visitor first touches it, and on a fast link as soon as the page is idle. */
function watchIsland(island: HTMLElement): void {
  let isRequested = false
  async function load(): Promise<void> {
    if (isRequested) return
    isRequested = true
    const mount = await loadMount(island)
    // The next touch retries. Until then the page works without script.
    if (mount === undefined) {
      isRequested = false
      return
    }
    for (const touch of touches) island.removeEventListener(touch, load, true)
    mount(island)
  }
  for (const touch of touches) island.addEventListener(touch, load, true)
  if (island.contains(document.activeElement)) void load()
  else afterLoad(() => isFastLink(navigator.connection, measuredLoad()) && requestIdle(() => void load()))
}

/** Only after the load does the browser know how long the page itself took. */
function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true })
}

function measuredLoad(): PerformanceNavigationTiming | undefined {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming ? load : undefined
}

async function loadMount(island: HTMLElement): Promise<Mount | undefined> {
  try {
    // All islands load at once: shared files of the first cost no second round trip.
    const files = (island.dataset.island ?? '').split(' ')
    const [own] = await Promise.all(files.map((file): Promise<{ readonly default: Mount }> => import(file)))
    return own?.default
  } catch {
    return undefined
  }
}

/** Safari has no idle callback. */
function requestIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 200)
}
