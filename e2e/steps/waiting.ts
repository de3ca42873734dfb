import { expect, type Locator, type Page, type Request } from '@playwright/test'

declare global {
  var realIdleCallback: typeof requestIdleCallback | undefined
}

/**
 * Keeps the browser's own idle callback for `watchRequests`. A clock that a test installs later replaces it by one that
 * waits for the time of the test.
 */
export async function keepIdleCallback(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    globalThis.realIdleCallback = requestIdleCallback.bind(globalThis)
  })
}

/**
 * Follows the requests of a page from here on. The returned function waits until all that the page loads by itself has
 * come, and its script has nothing left to do.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let rested = () => {}
  const end = (request: Request) => {
    underWay.delete(request)
    if (underWay.size === 0) rested()
  }
  page.on('request', (request) => {
    // What the page before has left unanswered may never be reported as ended.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear()
    underWay.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const idle = () =>
    page.evaluate(() => {
      const callWhenIdle = globalThis.realIdleCallback ?? requestIdleCallback
      return new Promise((resolve) => callWhenIdle(() => resolve(undefined), { timeout: 1000 }))
    })
  return async () => {
    await page.waitForLoadState()
    await idle()
    while (underWay.size > 0) {
      await new Promise<void>((resolve) => {
        rested = resolve
      })
      await idle()
    }
  }
}

/**
 * Touches each island until it is loaded, on a slow link too; on a fast one they load by themselves. A touch before the
 * script that hears it has come is lost.
 */
export async function loadIslands(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // React marks the container of a root.
    const others = [...document.querySelectorAll('[data-island]')].filter(
      (island) => !Object.keys(island).some((key) => key.startsWith('__reactContainer$')),
    )
    for (const island of others) island.dispatchEvent(new Event('pointerdown'))
    return others.length === 0
  })
}

type Load = () => Promise<unknown>

/** Loads the page again until it shows what others have yet to do. A loaded page is complete. */
export async function reloadUntil(page: Page, isShown: () => Promise<boolean>, load: Load = () => page.reload()) {
  const reload = async () => {
    await load()
    return isShown()
  }
  await expect.poll(reload, { message: `${isShown}`, intervals: [200] }).toBe(true)
}

export async function reloadUntilText(page: Page, shown: Locator, text: string) {
  const reload = async () => {
    await page.reload()
    return (await shown.allTextContents()).join(' ')
  }
  await expect.poll(reload, { intervals: [200] }).toContain(text)
}
