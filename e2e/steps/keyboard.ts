import { expect, type Locator, type Page } from '@playwright/test'

const mostStops = 60

/** Runs in the page: whether anything has the focus, and what has it without being drawn as it is only then. */
function readFocus(): { readonly isThere: boolean; readonly unseen: string } {
  const { activeElement: element } = document
  if (element === null || element === document.body) return { isThere: false, unseen: '' }
  const around = [element, element.nextElementSibling, element.parentElement, element.closest('label')]
  const isSeen = around
    .filter((one) => one !== null)
    .map((one) => getComputedStyle(one))
    .some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        outlineStyle === 'auto' ||
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) ||
        boxShadow !== 'none',
    )
  return { isThere: true, unseen: isSeen ? '' : element.outerHTML }
}

/** Presses Tab until the element has the focus. Every stop on the way must show its focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab')
    const { isThere, unseen } = await page.evaluate(readFocus)
    if (!isThere) continue
    // A page that has just loaded may move the focus once more while it is checked.
    const stillUnseen = async () => (await page.evaluate(readFocus)).unseen
    if (unseen !== '')
      await expect.poll(stillUnseen, { message: 'has the focus and does not show it', intervals: [100] }).toBe('')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${wanted}`)
}

export async function tabToAndPress(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}
