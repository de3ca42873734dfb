import type { Mount } from './mount.ts'

/** The Network Information API, which Chromium alone has. */
interface LinkReport {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

declare global {
  interface Navigator {
    readonly connection?: LinkReport
  }
}

const touches = ['pointerdown', 'focusin', 'keydown'] as const

/** Islands are loaded when the visitor first touches them, and on a fast link that nobody counts as soon as it rests. */
export function watchIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) watchIsland(island)
}

function watchIsland(island: HTMLElement): void {
  let isAsked = false
  async function load(): Promise<void> {
    if (isAsked) return
    isAsked = true
    const mount = await loadMount(island)
    // The next touch asks again. Until then the page does without.
    if (mount === undefined) {
      isAsked = false
      return
    }
    for (const touch of touches) island.removeEventListener(touch, load, true)
    mount(island)
  }
  for (const touch of touches) island.addEventListener(touch, load, true)
  if (island.contains(document.activeElement)) void load()
  else afterLoad(() => isFastLink(navigator.connection, measuredLoad()) && requestIdle(() => void load()))
}

/** Only then does the browser know how long the page itself took. */
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
    // All at once: what the first needs of the others costs no second round trip.
    const files = (island.dataset.island ?? '').split(' ')
    const [own] = await Promise.all(files.map((file): Promise<{ readonly default: Mount }> => import(file)))
    return own?.default
  } catch {
    return undefined
  }
}

type MeasuredLoad = Pick<
  PerformanceNavigationTiming,
  'requestStart' | 'responseEnd' | 'transferSize' | 'encodedBodySize'
>

/** From the request of a page to its last byte, which a link of 400 ms or of 400 kbit/s exceeds. */
const fastLoadMs = 150

/** Chromium reports `4g` until it has measured, so the load of the page counts too; one from a cache says nothing. */
export function isFastLink(link: LinkReport | undefined, load: MeasuredLoad | undefined): boolean {
  if (link?.effectiveType !== '4g' || link.saveData === true || load === undefined) return false
  const { requestStart, responseEnd, transferSize, encodedBodySize } = load
  return transferSize > encodedBodySize && requestStart > 0 && responseEnd - requestStart <= fastLoadMs
}

/** Safari has no idle callback. */
const requestIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200)
