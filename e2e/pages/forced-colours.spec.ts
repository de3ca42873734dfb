import type { Page } from '@playwright/test'
import { tabTo } from '../steps/keyboard.ts'
import { chooseMethod, payByMoney } from '../steps/pay.ts'
import { continueButton, typeAmount, typeNumber } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

/** Runs in the page: buttons and fields without an edge, and icons of the colour of what is behind them. */
function unseen(): string[] {
  const found: string[] = []
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  for (const part of document.querySelectorAll('.button, .box, .face, textarea, select')) {
    const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(part)
    const hasEdge = (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1) || outlineStyle !== 'none'
    const isInBox = part.parentElement?.closest('.box') !== null
    if (isShown(part) && !hasEdge && !isInBox) found.push(`no edge: ${part.outerHTML.slice(0, 120)}`)
  }
  const background = (element: Element | null): string => {
    if (element === null) return ''
    const { backgroundColor } = getComputedStyle(element)
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? background(element.parentElement) : backgroundColor
  }
  for (const icon of document.querySelectorAll('svg.icon')) {
    const { stroke, fill } = getComputedStyle(icon)
    const ground = background(icon)
    if (isShown(icon) && [stroke, fill].every((colour) => colour === ground || colour === 'none'))
      found.push(`no colour: ${icon.parentElement?.outerHTML.slice(0, 160)}`)
  }
  return found
}

async function expectSeen(page: Page): Promise<void> {
  expect(await page.evaluate(unseen), page.url()).toEqual([])
}

/** Returns how a choice appears beside the same choice when it is not made. */
const appearanceOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { outlineStyle, outlineColor, borderTopWidth, borderTopColor } = getComputedStyle(element)
      return [outlineStyle, outlineColor, borderTopWidth, borderTopColor].join(' ')
    })

test.describe('with the colours that a visitor forces', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('edges, icons, the focus and what is chosen are seen', { tag: '@verify' }, async ({ page, line }) => {
    for (const path of ['/', '/table', '/gethelp', '/openNetworks?q=Zomba', '/contact-us', '/home-internet']) {
      await page.goto(path)
      await expectSeen(page)
    }
    await page.goto('/prepaid-recharge')
    await typeNumber(page, line)
    await typeAmount(page, 500)
    await expectSeen(page)
    await tabTo(page, continueButton(page))
    expect(await appearanceOf(page, 'a.face[aria-current=true]')).not.toBe(
      await appearanceOf(page, 'a.face:not([aria-current])'),
    )
    await continueButton(page).click()
    await chooseMethod(page, 'Nyanja Money')
    expect(await appearanceOf(page, '.option.open > a > i')).not.toBe(
      await appearanceOf(page, '.option:not(.open) > a > i'),
    )
    await expectSeen(page)
    await page.getByRole('main').getByRole('link', { name: 'Back' }).first().focus()
    await payByMoney(page)
    await expectSeen(page)
  })
})
