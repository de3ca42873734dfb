import { expect, type Locator, type Page } from '@playwright/test'

const mostStops = 60

/** Whether anything at or around the focused element is drawn as it is only under the keyboard. */
function showsFocus(element: Element): boolean {
  const around = [element, element.nextElementSibling, element.parentElement, element.closest('label')]
  return around
    .filter((one) => one !== null)
    .map((one) => getComputedStyle(one))
    .some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        outlineStyle === 'auto' ||
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) ||
        boxShadow !== 'none',
    )
}

/** Presses Tab until the element has the focus. Every stop on the way must show its focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) continue
    const unseen = async () =>
      (await focused.evaluate(showsFocus)) ? '' : focused.evaluate(({ outerHTML }) => outerHTML)
    // A page that has just loaded may move the focus once more while it is checked.
    await expect.poll(unseen, { message: 'has the focus and does not show it', intervals: [100] }).toBe('')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${wanted}`)
}

export async function tabToAndPress(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}
