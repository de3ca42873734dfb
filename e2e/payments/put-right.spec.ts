import type { Page } from '@playwright/test'
import { readSentCode } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { otherCode, typeCode } from '../steps/code.ts'
import { askFor, askLink, boughtFor, meantField, sendButton } from '../steps/correction.ts'
import { tabToAndPress } from '../steps/keyboard.ts'
import { expectSuccess } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const ending = (line: string) => `+265 99 ••• ••${line.slice(-2)}`

test.describe('a payment to a wrong number', () => {
  test('is corrected by support, and its page shows it', { tag: '@verify' }, async ({
    page,
    line,
    nextLine,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const meant = nextLine()
    const reference = await boughtFor(page, line, 310)
    await askLink(page).click()
    await expect(heading(page)).toHaveText('Put a wrong number right')
    await expect(sendButton(page)).toBeDisabled()
    await expectAccessible(page)
    await meantField(page).fill(meant)
    await sendButton(page).click()
    const code = await readSentCode(meant)
    await typeCode(page, otherCode(code))
    await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    await typeCode(page, code)
    await expect(page.getByText('You asked us to put the number right')).toBeVisible()
    await expect(page.getByText(ending(meant))).toBeVisible()
    await expect(askLink(page)).toHaveCount(0)
    await expectAccessible(page)

    const queue = await operator.runCli('corrections', 'list')
    expect(queue).toContain(reference)
    expect(queue).toMatch(new RegExp(`265${line} +265${meant}`))
    await operator.runCli('corrections', 'resolve', reference, 'moved', 'receiver agreed', '--by', 'thoko')
    await page.reload()
    await expect(page.getByText('Put right', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  test('stays where it is when support decides so, with the reason', { tag: '@verify' }, async ({
    page,
    line,
    nextLine,
    operator,
  }) => {
    const reference = await boughtFor(page, line, 320)
    await askFor(page, nextLine())
    const refusal = ['refused', 'already_used', 'all of it', '--by', 'thoko']
    await operator.runCli('corrections', 'resolve', reference, ...refusal)
    await page.reload()
    await expect(page.getByText('We could not put it right')).toBeVisible()
    await expect(page.getByText('What was sent is used up already. Questions? Call 300.')).toBeVisible()
    await expectAccessible(page)
  })

  test('shows what is wrong with the intended number', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await boughtFor(page, line, 330)
    await askLink(page).click()
    for (const { typed, shown } of [
      { typed: line, shown: 'This is the number that got it' },
      { typed: '999000050', shown: 'Only a prepaid number can get this.' },
      { typed: '991111111', shown: /^Invalid Mobile No/ },
    ]) {
      await meantField(page).fill(typed)
      await sendButton(page).click()
      await expect(page.getByText(shown).first()).toBeVisible()
      await expect(meantField(page)).toHaveValue(typed)
    }
    await expectAccessible(page)
  })

  test('can be reported by its payer alone, for a week', { tag: '@verify' }, async ({ page, line, operator }) => {
    await boughtFor(page, line, 340)
    const own = page.url()
    const shared = new URL(own)
    shared.searchParams.delete('order')
    await page.goto(shared.href)
    await expectSuccess(page)
    await expect(askLink(page)).toHaveCount(0)

    await page.goto(own)
    const form = await askLink(page).getAttribute('href')
    await operator.letPass(7 * 24 * 60)
    await page.goto(own)
    await expect(askLink(page)).toHaveCount(0)
    await page.goto(form ?? '')
    await expectSuccess(page)
  })

  test('is reported in Swahili, by keyboard', { tag: '@verify' }, async ({ page, line, nextLine }) => {
    const meant = nextLine()
    await boughtFor(page, line, 350)
    await page.goto(page.url().replace('/payment/', '/sw/payment/'))
    await tabToAndPress(page, page.getByRole('link', { name: 'Nambari si sahihi?' }))
    const field = page.getByRole('textbox', { name: 'Nambari uliyokusudia' })
    await field.fill(meant)
    await expectAccessible(page)
    await tabToAndPress(page, page.getByRole('button', { name: 'Tuma nambari ya uthibitisho huko' }))
    await expect(page).toHaveURL(/\/sw\/payment\/correction\/code/)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a wrong number can be reported', { tag: '@verify' }, async ({ page, browser, line, nextLine }) => {
    const meant = nextLine()
    const scripted = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
    await boughtFor(scripted, line, 360)
    await page.goto(scripted.url())
    await scripted.context().close()
    await askFor(page, meant)
    await expectAccessible(page)
  })
})
