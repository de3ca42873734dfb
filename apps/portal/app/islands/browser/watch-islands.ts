import type { Mount } from './mount.ts'

/** The Network Information API, which Chromium alone has. */
declare global {
  interface Navigator {
    readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean }
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
  else if (isFastLink()) requestIdle(() => void load())
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

function isFastLink(): boolean {
  const { connection } = navigator
  return connection?.effectiveType === '4g' && connection.saveData !== true
}

/** Safari has no idle callback. */
const requestIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200)
